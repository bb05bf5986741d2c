import type { Locator, Page } from '@playwright/test'
import { openCommunity } from '../../tools/community.ts'
import { percentile, say, summary } from '../figures.ts'
import { enter, type Stage } from './stage.ts'
import { threadTime } from './thread.ts'

/** More than anybody reads through. */
const GROUPS = 311

const PRESSES = 12

/** A press that takes longer is felt: what INP calls good. */
const BAR_MS = 200

const EMAIL = 'picker@example.org'

/** How long a press among hundreds of groups takes until it is seen, all of them drawn. */
export async function picked({ product, context }: Stage): Promise<boolean> {
  const { sandbox } = await openCommunity(product, { bots: 1, groupsPerBot: GROUPS, email: EMAIL })
  sandbox.close()
  await enter(context, EMAIL)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard/new-message')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Rehearsal at *seven*.')
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await page.evaluate(OBSERVE)
  const boxes = page.getByRole('group', { name: 'Groups' }).getByRole('checkbox')
  const ticks = Array.from({ length: PRESSES }, (_, n) => boxes.nth(n * 7))
  const [all, none] = ['Select all', 'Clear selection'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  const several = Array.from({ length: 3 }, () => [all!, none!]).flat()
  const held = [
    await pressed(page, 'one of them', ticks),
    await pressed(page, 'all, none', several),
    await searched(page),
  ]
  await page.close()
  return held.every(Boolean)
}

async function pressed(page: Page, what: string, places: readonly Locator[]): Promise<boolean> {
  const presses: number[] = []
  const busy = await threadTime(page)
  const before = await busy()
  for (const place of places) {
    await place.scrollIntoViewIfNeeded()
    await page.evaluate('window.slowest = 0')
    await place.click()
    presses.push(await settled(page))
  }
  return judged(what, presses, ((await busy()) - before) / places.length)
}

async function searched(page: Page): Promise<boolean> {
  const field = page.getByRole('searchbox', { name: 'Search the groups' })
  const presses: number[] = []
  const busy = await threadTime(page)
  const before = await busy()
  await field.focus()
  for (const key of ['2', '9', 'Backspace', 'Backspace']) {
    await page.evaluate('window.slowest = 0')
    await page.keyboard.press(key)
    presses.push(await settled(page))
  }
  return judged('a key of the search', presses, ((await busy()) - before) / presses.length)
}

/** How long the press took that was made just now: from it until what it changed was painted. */
async function settled(page: Page): Promise<number> {
  await page.waitForTimeout(REST_MS)
  return page.evaluate<number>('window.slowest')
}

/** By then the later effects of a press have ended, such as the check of the message. */
const REST_MS = 700

function judged(what: string, presses: readonly number[], threadMs: number): boolean {
  const held = percentile(presses, 1) <= BAR_MS
  say(
    `picker     ${GROUPS} groups, ${what}  ${summary(presses, 'ms')}; ${threadMs.toFixed(0)} ms of the thread each  bar: ≤ ${BAR_MS}  ${held ? 'held' : 'MISSED'}`,
  )
  return held
}

/** Runs in the page: the longest that an event has waited for its effect. */
const OBSERVE = `
  window.slowest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.slowest = Math.max(window.slowest, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`
