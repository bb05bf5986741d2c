import type { Page } from '@playwright/test'
import { getCalendar } from '@carillon/contract/calendar'
import { openCommunity } from '../../tools/community.ts'
import { percentile, say, summary } from '../figures.ts'
import { fillMonths, MONTH_SENDS, SERIES_START } from '../series.ts'
import { enter, type Stage } from './stage.ts'

/** The promise: from the last byte of the answer to the paint of the month, in milliseconds. */
const BAR_MS = 300

const MONTHS = 8

/**
 * Turns the sheet month by month, as somebody at a desk would, and takes the time of each: from the end
 * of the server's answer until the frame in which the sends of the month are painted.
 */
export async function monthShown({ product, context }: Stage): Promise<boolean> {
  const community = await openCommunity(product, { bots: 1, groupsPerBot: 1 })
  community.sandbox.close()
  await fillMonths(community)
  await enter(context, community.person.email)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/dashboard/messages/scheduled?view=month&date=${SERIES_START}`)
  await page.locator(`[data-day="${SERIES_START}"]`).waitFor()
  const drawn: number[] = []
  const whole: number[] = []
  let fewest = Infinity
  for (let month = 2; month < 2 + MONTHS; month++) {
    const day = `2035-${String(month).padStart(2, '0')}-15`
    const answer = page.waitForResponse((response) => response.url().includes(getCalendar.path))
    const { fromAnswer, fromPress } = await turn(page, day)
    const { data } = (await (await answer).json()) as {
      data: { days: { date: string; count: number }[] }
    }
    const sends = data.days.filter(({ date }) => date.startsWith(day.slice(0, 7)))
    fewest = Math.min(
      fewest,
      sends.reduce((sum, { count }) => sum + count, 0),
    )
    drawn.push(fromAnswer)
    whole.push(fromPress)
  }
  await page.close()
  // 167 a day: February, with its 28, is the only month below.
  const held = fewest >= (MONTH_SENDS / 31) * 28 && percentile(drawn, 0.95) <= BAR_MS
  say(
    `month      ${fewest} sends and more, answer to paint  ${summary(drawn, 'ms')}  bar: p95 ≤ ${BAR_MS}  ${held ? 'held' : 'MISSED'}`,
  )
  say(`month      press to paint, the server's part included  ${summary(whole, 'ms')}`)
  return held
}

type Turned = { fromAnswer: number; fromPress: number }

/** Presses for the next month; waits for the paint of this day's sends. Runs in the page. */
const turn = (page: Page, day: string) =>
  page.evaluate<Turned>(`new Promise((resolve) => {
    const pressed = performance.now()
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-day="${day}"]')?.closest('section').querySelector('li')) return
      observer.disconnect()
      // A task after the next frame is the first that runs once it has been painted.
      requestAnimationFrame(() => setTimeout(() => {
        const shown = performance.now()
        const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('${getCalendar.path}'))
        resolve({ fromAnswer: shown - calls.at(-1).responseEnd, fromPress: shown - pressed })
      }))
    }).observe(document.body, { childList: true, subtree: true })
    document.querySelector('[aria-label="Next month"]').click()
  })`)
