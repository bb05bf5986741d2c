import { getMessage, listMessages, updateMessage } from '@carillon/contract/messages'
import { builtScript } from './built-script.ts'
import { arrive, expect, test } from './fixtures.ts'
import { enter } from './groups.ts'
import { LATER, text } from './message-page.ts'
import { kept, offer, typeKept } from './unsaved-page.ts'

test('two new messages in two tabs are two messages, and each tab finds its own after a reload', async ({
  page,
  otherDevice,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Night Bus')
  await page.goto('/dashboard/new-message')
  await typeKept(page, 'Line one')
  const second = await page.context().newPage()
  await second.goto('/dashboard/new-message')
  await expect(text(second)).toHaveValue('')
  await typeKept(second, 'Line two')
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
  await typeKept(other, 'Line six')
  await page.goto('/dashboard/new-message')
  await second.goto('/dashboard/new-message')
  await expect(offer(page)).toBeVisible()
  await offer(second).getByRole('button', { name: 'Continue' }).click()
  await expect(text(second)).toHaveValue('Line six')
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(text(page)).toHaveValue('')

  // Two texts of one form, here and there, are decided one after the other.
  await typeKept(second, 'Line seven')
  await other.reload()
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await typeKept(other, 'Line eight')
  const told = second.waitForResponse('**/api/unsaved/new*')
  await second.goto('/dashboard/new-message?when=now')
  await told
  const use = second.getByRole('button', { name: 'Use what I typed' })
  await expect(use).toBeVisible()
  await expect(text(second)).toHaveValue('')
  await expect(offer(second)).toHaveCount(0)
  await use.click()
  await expect(text(second)).toHaveValue('Line seven')
  await offer(second).getByRole('button', { name: 'Continue' }).click()
  await expect(text(second)).toHaveValue('Line eight')
})

test('what is left while the next page loads keeps its text on the way back, and leads nowhere else once it is saved', async ({
  page,
}) => {
  await arrive(page, '/dashboard/new-message')
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(builtScript('features/settings/SettingsPage.tsx'), async (route) => {
    await held
    await route.continue()
  })
  async function toSettings() {
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/settings')
  }
  await typeKept(page, 'Half of it')
  await toSettings()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/dashboard/new-message')
  await page.reload()
  await expect(text(page)).toHaveValue('Half of it')

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/messages', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await toSettings()
  answer()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/settings')
})

test('two texts that were typed into one message and not saved stay beside each other', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Night Bus')
  const { id } = await say('Line one', LATER)
  const params = { id }
  // It is refused after the page was left, and the message is opened again meanwhile.
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/messages/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await answered.promise
    const error = { code: 'invalid', message: 'Not now.', details: [] }
    await route.fulfill({ status: 400, json: { error } })
  })
  const type = async (on: typeof page, words: string) => {
    const stored = kept(on)
    await text(on).fill(words)
    await stored
  }
  await page.goto(`/dashboard/messages/edit/${id}`)
  await type(page, 'Line one, refused')
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible()
  await page.goBack()
  await expect(text(page)).toHaveValue('Line one')
  await type(page, 'Line one, again')
  answered.resolve()
  await expect(page.getByText('It could not be saved or sent').first()).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveValue('Line one, again')
  const use = page.getByRole('button', { name: 'Use what I typed' })
  await use.click()
  await expect(text(page)).toHaveValue('Line one, refused')

  // Each tab has a text of its own.
  const second = await page.context().newPage()
  await second.goto(`/dashboard/messages/edit/${id}`)
  await expect(text(second)).toHaveValue('Line one, again')
  await type(second, 'Line one, in a second tab')
  await page.reload()
  await expect(text(page)).toHaveValue('Line one, refused')
  await expect(use).toHaveCount(0)

  // What belongs to an older state is offered, and nothing that is typed takes its place.
  const { kind, groupIds, schedule, rev } = await person.call(getMessage, { params })
  const newest = {
    kind,
    groupIds,
    ...(schedule ? { schedule } : {}),
    content: { text: 'Line two' },
  }
  await person.call(updateMessage, { params, body: { ...newest, status: 'active', rev } })
  await page.reload()
  await expect(use).toBeVisible()
  await expect(text(page)).toHaveValue('Line two')
  await type(page, 'Line three')
  await page.reload()
  await expect(text(page)).toHaveValue('Line three')
  await use.click()
  await expect(text(page)).toHaveValue('Line one, refused')
})
