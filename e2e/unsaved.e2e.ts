import { listMessages } from '@carillon/contract/messages'
import { getUnsaved } from '@carillon/contract/unsaved'
import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'
import { enter } from './groups.ts'
import { text } from './message-page.ts'
import { kept, offer, typeKept } from './unsaved-page.ts'

test('215 what is typed on one device is gone on with on another, and neither writes over the other unseen', async ({
  page,
  otherDevice,
}) => {
  const person = await admit(page)
  await page.goto('/dashboard/new-message')
  await typeKept(page, 'Half a thought')

  const other = await otherDevice(person)
  // On a phone, with a late answer: the offer moves nothing on the page.
  await other.setViewportSize({ width: 390, height: 844 })
  const late = Promise.withResolvers<void>()
  await other.route('**/api/unsaved/new', async (route) => {
    await late.promise
    await route.continue()
  })
  await other.goto('/dashboard/new-message')
  await expect(text(other)).toHaveValue('')
  const before = await text(other).boundingBox()
  late.resolve()
  await expect(offer(other)).toContainText('It is not saved yet.')
  expect(await text(other).boundingBox()).toEqual(before)
  expect(await violationsOf(other)).toEqual([])
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await expect(text(other)).toHaveValue('Half a thought')
  await expect(offer(other)).toHaveCount(0)
  const second = kept(other)
  await text(other).fill('Half a thought, and the rest')
  expect((await second).status()).toBe(200)

  // The first device continues to type, and is asked before it overwrites values that it has not shown.
  await text(page).press('End')
  await page.keyboard.type('!')
  await expect(offer(page)).toContainText('It takes the place of what stands here.')
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(text(page)).toHaveValue('Half a thought, and the rest')

  // The server stores it, but the answer is lost: what is saved must not be offered again.
  await page.route('**/api/unsaved/new', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    await route.abort()
  })
  const lost = page.waitForEvent('requestfailed')
  await text(page).fill('Half a thought, and all the rest')
  await lost
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  const left = async () =>
    (await person.call(getUnsaved, { params: { place: 'new' }, query: {} })).form?.fields['text'] ??
    null
  await expect.poll(left).toBeNull()

  // So it is with a message that exists, which is saved after that.
  await page.unroute('**/api/unsaved/new')
  await expect(page.getByRole('heading', { name: 'Edit message' })).toBeVisible()
  await typeKept(page, 'Half a thought, and all the rest of it')
  await other.goto(page.url())
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await expect(text(other)).toHaveValue('Half a thought, and all the rest of it')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText('Draft saved', { exact: true })).toBeVisible()
  await expect(page.getByText('It is not saved yet')).toHaveCount(0)

  // What another device has gone on with and saved is not called unsaved here.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/dashboard/new-message')
  await typeKept(page, 'A thought for two')
  await other.goto('/dashboard/new-message')
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other).toHaveURL(/\/messages\/edit\//)
  await page.reload()
  await expect(text(page)).toHaveValue('A thought for two')
  const saved = page
    .getByRole('status')
    .filter({ hasText: 'It was saved from here, or on another' })
  await expect(saved).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items.map(({ content }) => content.text).toSorted()).toEqual([
    'A thought for two',
    'Half a thought, and all the rest of it',
  ])
})

test('what two devices send from one form goes once, and the later one is told', async ({
  page,
  otherDevice,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Fire Brigade')
  await page.goto('/dashboard/new-message?when=now')
  const first = kept(page)
  await text(page).fill('The hall is open.')
  await page.getByRole('checkbox', { name: 'Fire Brigade' }).check()
  await first
  // It never leaves the first device.
  await page.route('**/api/messages', (route) => route.abort())
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()

  const other = await otherDevice(person)
  await other.goto('/dashboard/new-message?when=now')
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await other.getByRole('button', { name: 'Send now' }).click()
  await expect(other.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()

  await page.unroute('**/api/messages')
  await expect(page.getByText('This message was saved before, and sent since.')).toBeVisible()
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toMatchObject([{ status: 'sent', runs: 1 }])

  // What was sent is not called unsaved after a reload either.
  await page.reload()
  await expect(page.getByText('It was saved from here, or on another device')).toBeVisible()
  await expect(page.getByText('It is not saved yet')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard it' }).click()
  const sure = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await sure.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.locator('main form :focus')).toHaveCount(1)

  // A tab that only stood by is told as soon as somebody looks at it.
  await text(page).fill('The hall is closed.')
  const second = kept(page)
  await second
  await other.goto('/dashboard/new-message?when=now')
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other).toHaveURL(/messages.edit/)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const saved = page.getByRole('status').filter({ hasText: 'Something was saved from here' })
  await expect(saved).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  // What was typed is not lost by looking.
  await saved.getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(/messages.edit/)
  await expect(text(page)).toHaveValue('The hall is closed.')
  await page.goto('/dashboard/new-message?when=now')
  await expect(text(page)).toHaveValue('The hall is closed.')
  // The question which of two texts stays goes with the form: another one must not take the place of what was saved.
  await text(page).fill('The hall is closed today.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await sure.getByRole('button', { name: 'Discard it' }).click()
  await expect(text(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Keep mine' })).toHaveCount(0)
})

test('what another device has typed on is not saved with what one device saves, stays there, and takes nothing off its time unasked', async ({
  page,
  otherDevice,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Fire Brigade')
  await page.goto('/dashboard/new-message')
  await typeKept(page, 'The pump')
  const other = await otherDevice(person)
  await other.goto('/dashboard/new-message')
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await typeKept(other, 'The pump is broken again.')
  // It is offered in the tab that has the form, and in no other one.
  const tab = await page.context().newPage()
  const asked = tab.waitForResponse('**/api/unsaved/new*')
  await tab.goto('/dashboard/new-message')
  await asked
  await expect(text(tab)).toHaveValue('')
  await expect(offer(tab)).toHaveCount(0)
  await tab.close()
  await page.getByRole('checkbox', { name: 'Fire Brigade' }).check()
  await text(page).fill('The pump!')
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page).toHaveURL(/messages.scheduled/)
  const { form } = await person.call(getUnsaved, { params: { place: 'new' }, query: {} })
  expect(form?.fields).toMatchObject({ text: 'The pump is broken again.' })
  await other.reload()
  await expect(text(other)).toHaveValue('The pump is broken again.')
  await expect(other.getByText('what is different here is not saved')).toBeVisible()
  // A draft would take it off its time: a person decides.
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText('Its state is “Scheduled” now')).toBeVisible()
  const pumps = async () =>
    (await person.call(listMessages, { query: { kind: 'scheduled' } })).items.flatMap(
      ({ status, content }) =>
        content.text?.startsWith('The pump') ? [[status, content.text]] : [],
    )
  expect(await pumps()).toEqual([['scheduled', 'The pump!']])
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await expect(other.getByRole('button', { name: 'Save draft' })).toHaveCount(0)
  await other.getByRole('button', { name: 'Save and schedule' }).click()
  await expect.poll(pumps).toEqual([['scheduled', 'The pump is broken again.']])

  // What another device has typed stays offered while a form that was left is answered.
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/messages', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/dashboard/new-message')
  await typeKept(page, 'The hose')
  await other.goto('/dashboard/new-message')
  await typeKept(other, 'The ladder')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('link', { name: 'New message' }).first().click()
  await expect(offer(page)).toBeVisible()
  const forgotten = page.waitForResponse(
    (answer) => answer.url().includes('/api/unsaved/') && answer.request().method() === 'DELETE',
  )
  answered.resolve()
  await forgotten
  await expect(offer(page)).toBeVisible()
  // Who goes on with it is not asked about the text before it: the answer would be for the wrong one.
  await typeKept(page, 'The rope')
  await typeKept(other, 'The long ladder')
  await page.reload()
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(text(page)).toHaveValue('The long ladder')
  await expect(page.getByRole('button', { name: 'Discard it' })).toHaveCount(0)
})

test('215 what is typed for a single run is kept when its dialog is closed, also for another device', async ({
  page,
  otherDevice,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Quiz Night')
  const daily = { rule: { kind: 'daily' as const, everyDays: 1, at: ['03:00'] } }
  const { id, nextRuns } = await say('Friday quiz', daily, 'automated')
  const words = (on: Page) => on.getByRole('dialog').getByLabel('Message', { exact: true })
  async function reword(on: Page) {
    await on.goto(`/dashboard/messages/edit/${id}`)
    const runs = on.getByRole('list', { name: 'The next ones' }).getByRole('listitem')
    await runs.last().scrollIntoViewIfNeeded()
    await runs.first().getByRole('button').click()
    // The last line of the menu is over the bar at the foot of the page.
    await on.getByRole('menuitem', { name: 'End the series here…' }).click({ trial: true })
    await on.getByRole('menuitem', { name: 'Edit text…' }).click()
  }
  await reword(page)
  await expect(words(page)).toHaveValue('Friday quiz')
  // A single run has only one text.
  const vary = page.getByRole('dialog').getByRole('button', { name: 'Vary the text' })
  await page.getByLabel('All later ones as well').check()
  await expect(vary).toBeVisible()
  await page.getByLabel('All later ones as well').uncheck()
  await expect(vary).toHaveCount(0)
  const written = kept(page)
  await words(page).fill('No quiz this time')
  await written
  await page.getByRole('button', { name: 'Cancel' }).click()

  const other = await otherDevice(person)
  await reword(other)
  await expect(words(other)).toHaveValue('Friday quiz')
  await offer(other).getByRole('button', { name: 'Continue' }).click()
  await expect(words(other)).toHaveValue('No quiz this time')

  // It is saved before the server has said what it stores: it must not be offered again either.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/unsaved/run*', async (route) => {
    if (route.request().method() === 'GET') await late.promise
    await route.continue()
  })
  await reword(page)
  await expect(words(page)).toHaveValue('No quiz this time')
  await expect(page.getByText('It is not saved yet.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  late.resolve()
  const place = `run:${id}:${nextRuns[0]!.slotAt}`
  const left = async () => (await person.call(getUnsaved, { params: { place }, query: {} })).form
  await expect.poll(left).toBeNull()
})
