import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

const SCHEDULED = '/dashboard/messages/scheduled'
const AUTOMATED = '/dashboard/messages/automated'

/** A year away, so that all of it is still to come. */
const YEAR = new Date().getUTCFullYear() + 1

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('214 a list stands by day, its tabs say how much they hold, and the arrow keys go from row to row', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Day Trippers')
  const once = (text: string, at: string) => say(text, { rule: { kind: 'once', at } })
  await once('Meet', `${YEAR}-05-01T09:00`)
  await once('Part', `${YEAR}-05-01T19:00`)
  await once('Miss you', `${YEAR}-05-02T09:00`)
  await page.goto(SCHEDULED)
  const list = page.getByRole('region', { name: 'Upcoming' })
  await expect(list.getByRole('heading')).toHaveText([/1 May/, /2 May/])
  await expect(list.getByRole('listitem').filter({ hasText: 'Part' })).toContainText(/^Part.*19:00/)
  await expect(page.getByRole('navigation', { name: 'Which messages' })).toContainText('Upcoming3')

  // Without a focused control, the down key moves to the first row.
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'Meet')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'Miss you')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(link(page, 'Meet')).toBeFocused()

  // Paused, it stays under its day.
  const meet = list.getByRole('listitem').filter({ has: link(page, 'Meet') })
  await meet.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(meet.getByText('Paused')).toBeVisible()
  await expect(list.getByRole('listitem').nth(1)).toContainText('Meet')
})

test('037, 214 Back from a message, and a reload, return to the same rows of a long list', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Walkers')
  // With the headings of their days these are more rows than a list renders at once; some are of two lines.
  const texts = Array.from({ length: 45 }, (_, n) => `Walk ${n} ${'far '.repeat((n % 3) * 60)}`)
  const dayOf = (n: number) => `${YEAR}-0${n < 28 ? 1 : 2}-${String(1 + (n % 28)).padStart(2, '0')}`
  await Promise.all(
    texts.map((text, n) => say(text, { rule: { kind: 'once', at: `${dayOf(n)}T09:00` } })),
  )
  await page.goto(SCHEDULED)
  const row = page.getByRole('link', { name: /^Walk 30\b/ })
  await expect(async () => {
    await page.mouse.wheel(0, 700)
    await expect(row).toBeInViewport({ timeout: 300 })
  }).toPass()
  const top = async () => (await row.boundingBox())?.y
  await row.focus()
  const before = await top()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^Walk 30/)
  await page.goBack()
  await expect.poll(top).toBe(before)
  await page.reload()
  await expect.poll(top).toBe(before)
})

test('214 automated messages are ordered by their next run or their last change, and the address keeps it', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Early Birds')
  for (const hour of ['02', '01']) {
    const rule = { kind: 'daily' as const, everyDays: 1, at: [`${hour}:00`] }
    await say(`Said at ${hour}`, { rule, starts: `${YEAR}-05-01` }, 'automated')
  }
  await page.goto(AUTOMATED)
  const rows = page.getByRole('region', { name: 'Automated messages' }).locator('a[data-row]')
  await expect(rows).toHaveText(['Said at 01', 'Said at 02'])
  await page.getByLabel('Order').selectOption('Last changed first')
  await expect(page).toHaveURL(/sort=changed/)
  await page.getByLabel('Order').selectOption('Next run first')
  await expect(rows).toHaveText(['Said at 01', 'Said at 02'])
  await page.goto(`${SCHEDULED}?network=whatsapp`)
  await expect(page.getByText('goes to a group of WhatsApp')).toBeVisible()
  await page.getByLabel('Network').selectOption('')
  await expect(page.getByText('goes to a group of WhatsApp')).toBeHidden()
})

test('214 a series that is switched off stays in its place', async ({ page, sandbox }) => {
  const { say } = await enter(page, sandbox, 'Night Shift')
  for (const hour of ['01', '02', '03']) {
    const rule = { kind: 'daily' as const, everyDays: 1, at: [`${hour}:00`] }
    await say(`At ${hour}`, { rule, starts: `${YEAR}-05-01` }, 'automated')
  }
  await page.goto(AUTOMATED)
  const rows = page.getByRole('region', { name: 'Automated messages' }).locator('a[data-row]')
  await expect(rows).toHaveText(['At 01', 'At 02', 'At 03'])
  const asked = page.waitForResponse(/\/api\/messages\?/)
  await page.getByRole('switch', { name: '“At 01” is on' }).click()
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
  await asked
  await expect(rows).toHaveText(['At 01', 'At 02', 'At 03'])
  await page.reload()
  await expect(rows).toHaveText(['At 02', 'At 03', 'At 01'])
})

test('on a phone rows are selected after one asks for it, and take no room for it before', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Beach Cleaners')
  for (const day of [1, 2])
    await say(`Day ${day}`, { rule: { kind: 'once', at: `${YEAR}-05-0${day}T09:00` } })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(SCHEDULED)
  const first = page.getByRole('checkbox', { name: 'Select “Day 1”' })
  const left = async () => (await link(page, 'Day 1').boundingBox())!.x
  await expect(link(page, 'Day 1')).toBeVisible()
  await expect(first).toBeHidden()
  const before = await left()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await first.check()
  expect(await left()).toBeGreaterThan(before + 16)
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await expect(bar).toContainText('1 message selected')
  await bar.getByRole('button', { name: 'Select none' }).click()
  await expect(first).toBeHidden()
  await expect(bar).toHaveCount(0)
})

test('on a phone all tabs are in sight, also with what they hold', async ({ page, sandbox }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { say } = await enter(page, sandbox, 'Tab Dancers')
  for (const day of ['01', '02']) {
    await say(`On the ${day}`, { rule: { kind: 'once', at: `${YEAR}-05-${day}T09:00` } })
  }
  await page.goto(SCHEDULED)
  const tabs = page.getByRole('navigation', { name: 'Which messages' })
  await expect(tabs).toContainText('Upcoming2')
  for (const tab of await tabs.getByRole('link').all()) {
    const { x, width } = (await tab.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(16)
    expect(x + width).toBeLessThanOrEqual(390 - 16)
  }
  expect(await tabs.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0)
  // What stands beside the heading fills its line, as the tabs below do.
  const last = (await page.getByRole('link', { name: 'New message' }).boundingBox())!
  expect(last.x + last.width).toBe(390 - 16)
})

test('on a phone the whole name of a group is read, and below it how it stands', async ({
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const title = 'Friends of the Old Harbor Rowing and Singing Society in Town'
  await enter(page, sandbox, title)
  await page.goto('/dashboard/telegram-manager')
  const name = page.getByRole('listitem').getByText(title)
  await expect(name).toBeVisible()
  const cut = await name.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
  )
  expect(cut).toBe(false)
  const stands = page.getByRole('listitem').getByText('Can post')
  const below = (await name.boundingBox())!
  expect((await stands.boundingBox())!.y).toBeGreaterThan(below.y + below.height)
})
