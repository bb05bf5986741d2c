import { sendMessageNow } from '@carillon/contract/messages'
import { expect, test, toasts } from './fixtures.ts'
import { enter, groupsOf } from './groups.ts'
import { lose } from './lose.ts'

/** So far away that it goes only when it is sent by hand. */
const LATER = {
  rule: { kind: 'once' as const, at: `${new Date().getUTCFullYear() + 1}-05-01T09:00` },
}

test('a text whose formatting Telegram does not take goes as plain text, and says so', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Night Shift')
  const { id } = await say('*Tonight*: see [the plan](https://intranet/plan)', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await person.call(sendMessageNow, { params: { id } })
  const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem')
  await expect(row.first()).toContainText(
    /on time.*The network accepted it as plain text: it had not taken the formatting\./,
  )
  await row.getByText('Details, 2 tries').click()
  await expect(row.first()).toContainText(
    'Telegram does not accept the formatting. It goes as plain text instead.',
  )
  expect(await sandbox.ledger({ chat: Number(group.externalId) })).toMatchObject([
    { text: 'Tonight: see the plan (https://intranet/plan)', entities: [] },
  ])
})

test('a group that refuses three different messages is muted, and can be unmuted, removed and added also when answers are lost', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Closed Doors')
  await page.goto('/dashboard/telegram-manager')
  const row = page.getByRole('region', { name: /^Your groups of @/ }).getByRole('listitem')
  await expect(row).toContainText('Can post')
  await sandbox.chaos({
    fault: 'refuse',
    chat: Number(group.externalId),
    words: 'Bad Request: NOT_TODAY',
  })
  for (const text of ['One.', 'Two.', 'Three.']) {
    const { id } = await say(text, LATER)
    await person.call(sendMessageNow, { params: { id } })
  }
  await expect(row).toContainText(
    'It was muted: three different messages in a row were refused here, each time with “Telegram refused it: Bad Request: NOT_TODAY”. Look at what the group allows, then unmute it.',
  )
  await expect(row).toContainText('Muted')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  // A toast may say so as well.
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByText('“Closed Doors” was muted')).toBeVisible()
  await page.keyboard.press('Escape')

  await sandbox.noFaults()
  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Closed Doors' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const said = page.getByText(/^(No answer from the server yet|Closed Doors could not be)/)
  const unmuted = await lose(page, '**/api/groups/*')
  await act('Unmute')
  await expect(said).toHaveText('No answer from the server yet')
  await unmuted()
  await expect(row).toContainText('Can post')
  await expect(said).toHaveCount(0)

  await act('Remove…')
  await lose(page, '**/api/groups/*', { times: 1 })
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toasts(page)).toContainText('Closed Doors is removed')
  expect(await groupsOf(person)).toEqual([])

  await lose(page, '**/api/groups', { times: 1 })
  await page.getByRole('button', { name: 'Add Closed Doors' }).click()
  await expect(toasts(page)).toContainText('Closed Doors added')
  const back = await lose(page, '**/api/groups/*')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(said).toHaveText('No answer from the server yet')
  await back()
  await expect(said).toHaveCount(0)
  expect(await groupsOf(person)).toEqual([])
})
