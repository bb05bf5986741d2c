import { getMessage, sendMessageNow } from '@carillon/contract/messages'
import { updateMe } from '@carillon/contract/users'
import { expect, test, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'

const SCHEDULED = '/dashboard/messages/scheduled'
const AUTOMATED = '/dashboard/messages/automated'

/** A year away, so that all of it is still to come. */
const YEAR = new Date().getUTCFullYear() + 1

test.describe('in American English', () => {
  test.use({ locale: 'en-US' })

  test('one clock and one zone tell all times: lists, rules, dialogs, calendar', async ({
    page,
    sandbox,
  }) => {
    const { say, person } = await enter(page, sandbox, 'Evening Choir')
    // The zone of the message, Berlin, is an hour ahead of the person's, London.
    const rule = { kind: 'daily' as const, everyDays: 1, at: ['19:30'] }
    const { id } = await say('Sing', { rule, starts: `${YEAR}-05-01` }, 'automated')
    await person.call(updateMe, { body: { timeZone: 'Europe/London' } })

    await page.goto(AUTOMATED, { waitUntil: 'networkidle' })
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Sing' }) })
    await expect(row).toContainText('at 7:30 PM')
    const run = row.getByRole('button', { name: /^Run of/ }).first()
    await expect(run).toContainText(/May 1.*, 6:30\sPM/)
    await run.click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/May 1, \d+, 6:30\sPM/)
    await expect(dialog.getByLabel('New time')).toHaveValue(`${YEAR}-05-01T18:30`)
    await dialog.getByLabel('New time').fill(`${YEAR}-05-01T20:00`)
    // The field shows a day as the device does; in words it cannot be mixed up.
    await expect(dialog.getByLabel('New time')).toHaveAccessibleDescription(
      /May 1, \d+, 8:00\sPM in London\. The series keeps/,
    )
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(run).toContainText('8:00 PM')

    await page.goto(`/dashboard/messages/edit/${id}`)
    const saved = page
      .getByRole('main')
      .locator('[aria-live=polite]')
      .filter({ hasText: '1 group' })
    await expect(saved).toContainText(/at 7:30\sPM/)

    await page.goto(`${SCHEDULED}?view=week&date=${YEAR}-05-01`)
    const day = page.getByRole('region', { name: /\bMay 1\b/ })
    await expect(day).toContainText('8:00 PM')
    await expect(page.getByRole('button', { name: /\b(18|19|20):\d\d/ })).toHaveCount(0)
  })
})

test('the calendar of a field marks the day that it is for the person, wherever their device is', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Day Lilies')
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format()
  // At any time of day, at least one of these zones has another date than the device.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const timeZone = zones.find((zone) => dayIn(zone) !== dayIn(ZONE))!
  await person.call(updateMe, { body: { timeZone } })
  await page.goto('/dashboard/new-message')
  await page.getByRole('button', { name: 'Open calendar' }).click()
  const today = new Date(`${dayIn(timeZone)}T00:00Z`)
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  // Browsers differ in the comma.
  await expect(page.locator('[aria-current=date]')).toHaveAccessibleName(
    new RegExp(words.format(today).replace(/,? /, ',? ')),
  )
})

test('what has just been sent is told as past', async ({ page, sandbox }) => {
  const { say, person } = await enter(page, sandbox, 'Quick Readers')
  const { id } = await say('Read this', { rule: { kind: 'once', at: `${YEAR}-05-01T22:00` } })
  await page.goto(`${SCHEDULED}?tab=past`)
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible()
  await person.call(sendMessageNow, { params: { id } })
  const row = page.getByRole('listitem').filter({ hasText: 'Read this' })
  await expect(row).toContainText('Sent')
  await expect(row).not.toContainText('in less than a minute')
  await expect(row).toContainText('less than a minute ago')
  await expect
    .poll(async () => (await person.call(getMessage, { params: { id } })).status)
    .toBe('sent')
})

test('where the browser has other clock rules than the server, the time of the server is told', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Couscous Friends')
  await person.call(updateMe, { body: { timeZone: 'Asia/Tbilisi' } })
  // A browser that is years behind: for it the clocks of Tbilisi are those of Karachi, an hour ahead.
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(format, [locales, options]: [string, Intl.DateTimeFormatOptions?]) {
        const isOld = options?.timeZone === 'Asia/Tbilisi'
        return new format(locales, isOld ? { ...options, timeZone: 'Asia/Karachi' } : options)
      },
    })
  })
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Day', { exact: true }).fill(`${YEAR}-05-01`)
  await page.getByLabel('Time', { exact: true }).fill('09:30')
  const when = page.getByRole('group', { name: 'When' })
  await expect(when).toContainText('at 10:30 (Tbilisi')
  await expect(when).toContainText(
    'different clock rules for Tbilisi. It is sent at 09:30 there by the rules of the server, which this browser shows as 10:30.',
  )
  await when.getByText('Repeat', { exact: true }).click()
  const runs = page.getByRole('region', { name: 'Next runs' })
  await expect(runs).toContainText('It is sent at')
  // Until the times of another zone are known, those of the former zone say nothing about it.
  await page.route('**/api/schedules/preview', () => {})
  const zone = when.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Karachi')
  await zone.press('Enter')
  await expect(runs).toHaveAttribute('aria-busy', 'true')
  await expect(runs).not.toContainText('different clock rules')
})
