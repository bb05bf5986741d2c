import { updateGroup } from '@carillon/contract/groups'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

const SCHEDULED = '/dashboard/messages/scheduled'

/** A month that has not begun, so that all of its sends are in the future. */
const MONTH = `${new Date().getUTCFullYear() + 1}-05`

// A month has many sends, and machines that run tests are slow.
test.setTimeout(150_000)

test('226 the calendar marks what a daily limit will skip, and promises no run that the one before it leaves out', async ({
  page,
  sandbox,
}) => {
  const { say, person, group } = await enter(page, sandbox, 'Tea Time')
  const rule = { kind: 'daily' as const, everyDays: 7, at: ['16:00', '17:00'] }
  const message = await say('Tea', { rule, starts: `${MONTH}-12` }, 'automated')
  const { id, rev } = group
  const capped = await person.call(updateGroup, {
    params: { id },
    body: { rev, dailyCap: 1 },
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${SCHEDULED}?view=week&date=${MONTH}-19`)
  const skipped = page.getByRole('listitem').filter({ hasText: 'Will be skipped' }).last()
  await expect(skipped).toContainText('Daily limit: not sent to 1 group.')
  await expect(skipped.locator('.lucide-gauge')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  const day = page.getByRole('region', { name: /\b19 May/ })
  const view = page.getByRole('navigation', { name: 'View' })
  for (const link of ['Week', 'Month']) {
    await view.getByRole('link', { name: link }).click()
    const chip = day.getByRole('button', { name: /Daily limit: not sent to 1 group/ })
    await expect(chip).toContainText('17:00')
    await expect(chip.locator('.lucide-gauge')).toBeVisible()
  }

  // A run that comes while the one before it waits is told as skipped, and can still be moved.
  const quietHours = { from: '15:30', to: '18:00', mode: 'hold' as const }
  await person.call(updateGroup, {
    params: { id },
    body: { rev: capped.rev, dailyCap: null, quietHours },
  })
  await page.reload()
  await expect(day.getByRole('button', { name: /16:00/ })).toContainText('→ 18:00')
  await day.getByRole('button', { name: /17:00.*Will be skipped/ }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(
    'It will not be sent: the one before it is still being sent then.',
  )
  await expect(menu.getByRole('menuitem', { name: 'Move…' })).toBeVisible()
  // Its editor lists the others, and says why.
  await page.goto(`/dashboard/messages/edit/${message.id}`)
  const runs = page.getByRole('region', { name: 'Next runs' }).getByRole('listitem')
  await expect(runs.filter({ hasText: '16:00' })).toHaveCount(5)
  await expect(runs).toHaveCount(5)
  await expect(runs.nth(1)).toContainText('One run before it is skipped in all groups')
})

test('226 a month of 5,000 sends shows what is rare, and each frequent series in one row', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Minute Men')
  for (const minute of ['00', '20', '40']) {
    await say(
      `At ${minute}`,
      { rule: { kind: 'every', n: 26, unit: 'minute', anchor: `${MONTH}-01T00:${minute}` } },
      'automated',
    )
  }
  for (const day of [12, 13, 13, 13, 13]) {
    await say('Once only', { rule: { kind: 'once', at: `${MONTH}-${day}T20:05` } })
  }
  await page.goto(`${SCHEDULED}?view=month&date=${MONTH.slice(0, 4)}-03-01`)
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.getByRole('heading', { name: /April/ })).toBeVisible()

  // The first time includes the server; the second comes from the cache and is rendering alone.
  const asked = await nextMonthShown(page)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByRole('heading', { name: /April/ })).toBeVisible()
  const known = await nextMonthShown(page)
  process.stdout.write(`month of 5,000 sends: ${asked} ms asked for, ${known} ms drawn\n`)

  await expect(dayOf(page, 12).getByRole('listitem')).toContainText([
    /^.*20:05Once only/,
    /5[56]×At/,
    /5[56]×At/,
    /5[56]×At/,
  ])
  // No drag moves a whole series, and a press opens the day where it begins, also by keyboard.
  const folded = dayOf(page, 12).getByRole('button', { name: /×.*At 20.*: 5[56] upcoming/ })
  await folded.dragTo(dayOf(page, 14), { steps: 5 })
  await folded.press('Enter')
  const day = page.getByRole('dialog', { name: /12 May/ })
  await expect(day).toContainText(/1\d\d sends\./)
  await expect.poll(() => day.getByRole('listitem').count()).toBeGreaterThan(150)
  const first = day.getByRole('listitem').filter({ hasText: 'At 20' }).first()
  await expect(first.getByRole('link')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(folded).toBeFocused()

  // What is rare and has no room is counted with all the others.
  const more = dayOf(page, 13).getByRole('button', { name: /more on/ })
  await expect(more).toHaveText(/^\+1\d\d more$/)
  await more.click()
  await expect(page.getByRole('dialog', { name: /13 May/ })).toContainText(/1\d\d sends\./)

  await page.goto(`${SCHEDULED}?view=week&date=${MONTH}-12`)
  const hour = dayOf(page, 12).getByRole('button', { name: /3× At 00\s?, from 02:04 to 02:56/ })
  await hour.press('Enter')
  await expect(day.getByRole('link', { name: 'At 00' }).nth(4)).toBeFocused()
  await expect(day.getByRole('listitem').filter({ hasText: '02:04' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 800 })
  const lines = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /12 May/ }) })
  await lines.getByRole('button', { name: 'At 40' }).click()
  await expect(day).toBeVisible()
})

/** From the press to the paint of a whole month of May, in milliseconds. */
const nextMonthShown = (page: Page) =>
  page.evaluate(async () => {
    const began = performance.now()
    document.querySelector<HTMLElement>('[aria-label="Next month"]')?.click()
    await new Promise<void>((resolve) => {
      const look = () =>
        document.querySelectorAll('section[aria-label*=" May "] li').length >= 28 * 3
          ? requestAnimationFrame(() => resolve())
          : requestAnimationFrame(look)
      look()
    })
    return Math.round(performance.now() - began)
  })

const dayOf = (page: Page, day: number) =>
  page.getByRole('region', { name: new RegExp(`\\b${day} May`) })
