import { createMessage } from '@carillon/contract/messages'
import { openCommunity } from '../tools/community.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'

test('what each group and run has of its own is inserted, and the preview says it', async ({
  page,
  product,
}) => {
  const community = await openCommunity(product, {
    bots: 1,
    groupsPerBot: 1,
    email: 'variables@example.org',
    title: 'Sopranos',
  })
  await admit(page, community.person)
  await page.goto('/dashboard/new-message')
  const title = community.groups[0]!.title
  const text = page.getByRole('textbox', { name: 'Message', exact: true })
  await text.fill('Hello ')
  await page.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitem', { name: 'Group name' }).click()
  await expect(text).toHaveValue('Hello {{group}}')
  await text.pressSequentially(', no. {{n}}')
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  await expect(preview).toContainText(`Hello ${title}, no. 1`)
  expect(await violationsOf(page)).toEqual([])
})

test('the preview of a message with variants shows each of them', async ({ page, product }) => {
  const { person, groups } = await openCommunity(product, {
    bots: 1,
    groupsPerBot: 1,
    email: 'variants@example.org',
    title: 'Altos',
  })
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'automated',
      content: { text: 'Come today', variants: ['See you at {{time}}'] },
      groupIds: [groups[0]!.id],
      schedule: {
        timeZone: 'Europe/Berlin',
        rule: { kind: 'daily', everyDays: 1, at: ['18:00'] },
      },
      status: 'active',
    },
  })
  await admit(page, person)
  await page.goto(`/dashboard/messages/edit/${id}`)
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  await expect(preview).toContainText('Come today')
  await preview.getByText('Text 2').click()
  await expect(preview).toContainText('See you at 18:00')
})
