import { listMessages } from '@carillon/contract/messages'
import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'
import { text } from './message-page.ts'
import { kept, offer } from './unsaved-page.ts'

test('two new messages in two tabs are two messages, and each tab finds its own after a reload', async ({
  page,
  otherDevice,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Night Bus')
  await page.goto('/dashboard/new-message')
  const first = kept(page)
  await text(page).fill('Line one')
  await first
  const second = await page.context().newPage()
  await second.goto('/dashboard/new-message')
  await expect(text(second)).toHaveValue('')
  const stored = kept(second)
  await text(second).fill('Line two')
  await stored
  await text(page).fill('Line one, late')
  await text(page).blur()
  await second.reload()
  await expect(text(second)).toHaveValue('Line two')
  await second.getByRole('button', { name: 'Save draft' }).click()
  await expect(second).toHaveURL(/messages.edit/)
  await page.reload()
  await expect(text(page)).toHaveValue('Line one, late')
  await expect(page.getByText('It is not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/messages.edit/)
  const texts = async () =>
    (await person.call(listMessages, { query: { kind: 'scheduled' } })).items
      .map(({ content }) => content.text)
      .toSorted()
  expect(await texts()).toEqual(['Line one, late', 'Line two'])

  // A tab does not save what another one is saving, and a copy of a tab goes on with a form of its own.
  await page.goto('/dashboard/new-message')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/messages', async (route) => {
    await answered.promise
    await route.continue()
  })
  await text(page).fill('Line three')
  const asked = page.waitForRequest('**/api/messages')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await asked
  await second.goto('/dashboard/new-message')
  await expect(text(second)).toHaveValue('')
  await text(second).fill('Line four')
  const copied = page.context().waitForEvent('page')
  await second.evaluate(() => void window.open(location.href))
  const copy = await copied
  await text(copy).fill('Line five')
  const formsStored = () =>
    copy.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:')))
  await expect.poll(async () => (await formsStored()).length).toBe(3)
  answered.resolve()
  await expect(page).toHaveURL(/messages.edit/)
  await second.reload()
  await expect(text(second)).toHaveValue('Line four')
  await second.getByRole('button', { name: 'Save draft' }).click()
  await expect(second).toHaveURL(/messages.edit/)
  await copy.getByRole('button', { name: 'Save draft' }).click()
  await expect(copy).toHaveURL(/messages.edit/)
  expect(await texts()).toEqual([
    'Line five',
    'Line four',
    'Line one, late',
    'Line three',
    'Line two',
  ])

  // What another device has typed is continued in one tab, also if both were offered it.
  const other = await otherDevice(person)
  await other.goto('/dashboard/new-message')
  const there = kept(other)
  await text(other).fill('Line six')
  await there
  await page.goto('/dashboard/new-message')
  await second.goto('/dashboard/new-message')
  await expect(offer(page)).toBeVisible()
  await offer(second).getByRole('button', { name: 'Continue' }).click()
  await expect(text(second)).toHaveValue('Line six')
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(text(page)).toHaveValue('')
})
