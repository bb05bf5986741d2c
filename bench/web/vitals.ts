import type { BrowserContext } from '@playwright/test'
import { say } from '../figures.ts'

/** How many times slower the processor is made: a middling phone beside a desk. */
const SLOWER = 4

const BAR = { lcp: 2_000, inp: 200, cls: 0.02 }

/** How soon the largest part of a page is seen, how long a press waits for its effect, and what moves. */
export async function vitals(
  context: BrowserContext,
  path: string,
  button: string,
): Promise<boolean> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.addInitScript({ content: OBSERVE })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(path, { waitUntil: 'networkidle' })
  const trigger = page.getByRole('button', { name: button })
  for (let presses = 0; presses < 3; presses++) {
    await trigger.click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const { lcp, inp, cls } = await page.evaluate<Vitals>('window.vitals')
  await page.close()
  const held = lcp <= BAR.lcp && inp <= BAR.inp && cls < BAR.cls
  say(
    `vitals     ${path}  LCP ${Math.round(lcp)} ms, INP ${Math.round(inp)} ms, CLS ${cls.toFixed(3)} at ${SLOWER}× slower  bar: ${BAR.lcp}, ${BAR.inp}, ${BAR.cls}  ${held ? 'held' : 'MISSED'}`,
  )
  return held
}

type Vitals = { lcp: number; inp: number; cls: number }

/** Runs in the page, before everything else of it. */
const OBSERVE = `
  const seen = (window.vitals = { lcp: 0, inp: 0, cls: 0 })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take))
      .observe({ type, buffered: true, durationThreshold: 16 })
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  // A pointer that merely lies over a page as it loads is no interaction, and has no id of one.
  observe('event', ({ duration, interactionId }) => {
    if (interactionId > 0) seen.inp = Math.max(seen.inp, duration)
  })
  observe('layout-shift', ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value))
`
