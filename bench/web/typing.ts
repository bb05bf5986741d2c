import { setTimeout as pause } from 'node:timers/promises'
import { newPerson } from '../../tools/client.ts'
import { percentile, say, summary } from '../figures.ts'
import { enter, type Stage } from './stage.ts'
import { threadTime } from './thread.ts'

/** As much as Telegram shows of a text. */
const LENGTH = 4_096

const KEYS = 80

/** Between two keys, in milliseconds: somebody who types fast. */
const KEY_MS = 90

/** A frame of 60 a second. */
const BAR_MS = 16

/** How soon the preview says what was just typed, at the end of the longest text there is. */
export async function typed({ product, context }: Stage): Promise<boolean> {
  const { email } = await newPerson(product.url, 'writer@example.org')
  await enter(context, email)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard/new-message')
  const text = page.getByRole('textbox', { name: 'Message', exact: true })
  const line = 'Rehearsal at *seven*, in the _old_ hall; bring `scores` and ||a friend||.\n'
  await text.fill(line.repeat(LENGTH / line.length).slice(0, LENGTH - KEYS))
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  await preview.getByText('Rehearsal').first().waitFor()
  await text.press('Control+End')
  // What the filled-in text has set off is over then.
  await pause(2_000)
  await page.evaluate(OBSERVE)
  const busy = await threadTime(page)
  const before = await busy()
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press('abcdefghij'[n % 10]!)
    await pause(KEY_MS)
  }
  const perKey = ((await busy()) - before) / KEYS
  const took = await page.evaluate<number[]>('window.previewed')
  await page.close()
  if (took.length < KEYS) throw new Error(`Of ${KEYS} keys the preview has shown ${took.length}.`)
  const held = percentile(took, 0.95) <= BAR_MS
  say(
    `typing     at ${LENGTH} characters, key to preview  ${summary(took, 'ms')}  bar: p95 ≤ ${BAR_MS}  ${held ? 'held' : 'MISSED'}`,
  )
  say(`typing     ${perKey.toFixed(1)} ms of the page's thread for each key, all it does included`)
  return held
}

/** Runs in the page: notes how long after each key what the preview says was changed; one change may show several keys. */
const OBSERVE = `
  window.previewed = []
  let pressed = []
  addEventListener('keydown', ({ timeStamp }) => pressed.push(timeStamp), true)
  const preview = document.querySelector('[aria-label="What members see in Telegram"]')
  new MutationObserver(() => {
    const now = performance.now()
    window.previewed.push(...pressed.map((at) => now - at))
    pressed = []
  }).observe(preview, { subtree: true, childList: true, characterData: true })
`
