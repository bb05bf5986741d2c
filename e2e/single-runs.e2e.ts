import { getMessage, listMessages } from '@carillon/contract/messages'
import { changeSlot } from '@carillon/contract/slots'
import { getUnsaved } from '@carillon/contract/unsaved'
import { expect, test, toasts } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose, loseAndRefuse } from './lose.ts'
import { DAILY } from './message-page.ts'
import { countRequests, pressTwice } from './press-twice.ts'
import { kept } from './unsaved-page.ts'

const AUTOMATED = '/dashboard/messages/automated'

/** A year away, so that all of it is still to come. */
const YEAR = new Date().getUTCFullYear() + 1

test.describe('where requests or their answers are lost', () => {
  test.use({ mayComplain: /ERR_FAILED|could not be/ })

  test('214 a run and all following move to other days, and the series is put back whole', async ({
    page,
    sandbox,
  }) => {
    const { person, say } = await enter(page, sandbox, 'Early Risers')
    const schedule = { rule: { kind: 'weekly' as const, days: ['mon' as const], at: ['09:00'] } }
    const { id } = await say('Rise', { starts: `${YEAR}-05-01`, ...schedule }, 'automated')
    const before = await person.call(getMessage, { params: { id } })
    await page.goto(`/dashboard/messages/edit/${id}`)
    const runs = page.getByRole('list', { name: 'The next ones' }).getByRole('button')
    await runs.nth(1).click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move this run' })
    const second = before.nextRuns[1]!.local
    const tuesday = new Date(Date.parse(`${second}Z`) + 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('New time').fill(`${tuesday}T10:30`)
    await dialog.getByLabel('All later ones as well').check()
    // The answer is lost, and the same is asked again: nothing is moved or put back twice.
    await lose(page, '**/api/messages/*/slots/*', { times: 1 })
    await lose(page, '**/api/messages/*/series', { times: 1 })
    const asked = countRequests(page, encodeURIComponent(before.nextRuns[1]!.slotAt))
    await pressTwice(dialog.getByRole('button', { name: 'Move' }))
    await expect(dialog).toBeHidden()
    await expect(runs).toHaveCount(1)
    await expect(toasts(page)).toContainText('This run and all later ones are moved')
    await expect(toasts(page)).toContainText('a message of their own now')
    // One for both presses, and one after the lost answer.
    expect(asked()).toBe(2)
    const rules = async () => {
      const { items } = await person.call(listMessages, { query: { kind: 'automated' } })
      return items
        .map(({ words }) => String(words).slice(0, 22))
        .toSorted((a, b) => (a < b ? -1 : 1))
    }
    expect(await rules()).toEqual(['Every Mon at 09:00, Be', 'Every Tue at 10:30, Be'])
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(runs).toHaveCount(3)
    const after = await person.call(getMessage, { params: { id } })
    expect(after.schedule).toEqual(before.schedule)
    expect(await rules()).toEqual(['Every Mon at 09:00, Be'])
  })

  test('a series that may be two now is not put back to what it was as one', async ({
    page,
    sandbox,
  }) => {
    const { say } = await enter(page, sandbox, 'Late Swimmers')
    const schedule = { rule: { kind: 'daily' as const, everyDays: 1, at: ['09:00', '18:00'] } }
    const { id } = await say('Jump', { starts: `${YEAR}-05-01`, ...schedule }, 'automated')
    await page.goto(`/dashboard/messages/edit/${id}`)
    await page.getByRole('list', { name: 'The next ones' }).getByRole('button').nth(2).click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move this run' })
    await dialog.getByLabel('New time').fill(`${YEAR}-05-02T10:00`)
    await dialog.getByLabel('All later ones as well').check()
    // Only the answer names the message of the later runs, and it is lost.
    await loseAndRefuse(page, '**/api/messages/*/slots/*')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(toasts(page)).toContainText('may be a message of their own now')
    await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  test('a run that is not skipped for it says so', async ({ page, sandbox }) => {
    const { say } = await enter(page, sandbox, 'Late Risers')
    const schedule = { rule: { kind: 'daily' as const, everyDays: 1, at: ['09:00'] } }
    const { id } = await say('Rise later', schedule, 'automated')
    await page.goto('/dashboard/messages/automated')
    await page.route(`**/api/messages/${id}`, (route) => route.abort())
    await page.getByRole('button', { name: /^Run of/ }).click()
    await page.getByRole('menuitem', { name: 'Skip this one' }).click()
    await expect(toasts(page)).toContainText('This run could not be changed')
  })
})

test('215 changes to single runs that a new timetable has no place for are told', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Cold Swimmers')
  const rule = { kind: 'daily' as const, everyDays: 1, at: ['07:00'] }
  const { id } = await say('Jump in', { starts: `${YEAR}-05-01`, rule }, 'automated')
  await page.goto(`/dashboard/messages/edit/${id}`)
  const runs = page.getByRole('list', { name: 'The next ones' }).getByRole('button')
  await runs.first().click()
  await page.getByRole('menuitem', { name: 'Skip this one' }).click()
  await expect(page.getByRole('list', { name: 'Changed ones' })).toContainText('skipped')
  await runs.last().click()
  await page.getByRole('menuitem', { name: 'Edit text…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message', { exact: true }).fill('Jump in slowly')
  await dialog.getByLabel('All later ones as well').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  // A change of the text of the series does not reach them.
  const other = page.getByRole('status').filter({ hasText: 'the runs have another text' })
  await expect(other).toContainText(/^From .*, 0?7:00 on/)
  await page.getByLabel('Time 1').fill('08:00')
  await expect(page.getByRole('region', { name: 'Next runs' })).toContainText(
    new RegExp(`1 May ${YEAR}, 0?8:00`),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const told = page.getByRole('main')
  await expect(told).toContainText('does not fit the new timetable, and is gone')
  await expect(told).toContainText('was skipped')
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page).toHaveURL(new RegExp(`${AUTOMATED}$`))
})

test('the text of a run that is being saved stands in no other form, and is not called unsaved later', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Quiz Night')
  const { id, nextRuns } = await say('Friday quiz', DAILY, 'automated')
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Message', { exact: true })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  async function reword() {
    const runs = page.getByRole('list', { name: 'The next ones' }).getByRole('listitem')
    await runs.last().scrollIntoViewIfNeeded()
    await runs.first().getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Edit text…' }).click()
  }
  await page.goto(`/dashboard/messages/edit/${id}`)
  await reword()
  const answered = Promise.withResolvers<void>()
  await page.route(`**/api/messages/${id}/slots/*`, async (route) => {
    await answered.promise
    await route.continue()
  })
  await words.fill('No quiz')
  await save.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await reword()
  await expect(words).toHaveValue('Friday quiz')
  // The answer to the first one does not close the second one.
  answered.resolve()
  await expect(page.getByText('The run has a text of its own', { exact: true })).toBeVisible()
  await expect(words).toBeVisible()
  await page.unrouteAll()

  const found = await lose(page, `**/api/messages/${id}/slots/*`)
  const stored = kept(page)
  await words.fill('No quiz this time')
  await stored
  await save.click()
  await expect(page.getByText('No answer from the server yet').first()).toBeVisible()
  await page.goto('about:blank')
  await found()
  await page.goto(`/dashboard/messages/edit/${id}`)
  await reword()
  await expect(words).toHaveValue('No quiz this time')
  await expect(page.getByText('It was kept on this device')).toHaveCount(0)
  const place = `run:${id}:${nextRuns[0]!.slotAt}`
  const left = async () => (await person.call(getUnsaved, { params: { place }, query: {} })).form
  await expect.poll(left).toBeNull()

  // The same text for all later ones is not saved by that.
  const ticked = kept(page)
  await dialog.getByLabel('All later ones as well').check()
  await ticked
  await page.reload()
  await reword()
  await expect(dialog.getByLabel('All later ones as well')).toBeChecked()

  // What was saved without an answer may be saved, also if the run says something else by now.
  const unheard = await lose(page, `**/api/messages/${id}/slots/*`)
  await save.click()
  await expect(page.getByText('No answer from the server yet').first()).toBeVisible()
  await page.goto('about:blank')
  await unheard()
  await person.call(changeSlot, {
    params: { id, slotAt: nextRuns[0]!.slotAt },
    body: { content: { text: 'Quiz at eight' }, following: true },
  })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await reword()
  await expect(dialog).toContainText('No answer came when you saved it, so it may be saved')
})
