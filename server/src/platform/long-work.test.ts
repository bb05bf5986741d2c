import { expect, test } from 'vitest'
import { startLongWork } from './long-work.ts'

/** Long work: this many steps of 5 ms; `note` hears of each. */
async function work(steps: number, note: () => void): Promise<void> {
  const letOthersRun = startLongWork()
  for (let n = 0; n < steps; n++) {
    const began = performance.now()
    while (performance.now() - began < 5);
    note()
    await letOthersRun()
  }
}

test('others get their turn while long work runs, and two works take turns', async () => {
  let steps = 0
  let most = 0
  const ended = Promise.all([work(20, () => steps++), work(20, () => steps++)])
  const isOver = ended.then(() => true)
  // What others see: how many steps were done since their last turn.
  for (let over = false; !over;) {
    const before = steps
    over = await Promise.race([isOver, new Promise<false>((turn) => setImmediate(turn, false))])
    most = Math.max(most, steps - before)
  }
  expect(steps).toBe(40)
  // It gives way after two steps of 5 ms, and the other work may begin its first in the same turn.
  expect(most).toBeLessThanOrEqual(4)
})
