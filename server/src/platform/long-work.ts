import { performance } from 'node:perf_hooks'

/** How long one piece of work may keep all others waiting, in milliseconds. */
const HOLD_MAX_MS = 10

/**
 * Starts long work that must not keep others waiting. Await the function it gives after each small step:
 * once the work has run for 10 ms, requests, timers and sends that wait run first; until then it costs
 * next to nothing. Several such works together still hold the process for 10 ms at a time.
 */
export function startLongWork(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < HOLD_MAX_MS) return
    await nextTurn()
    began = performance.now()
  }
}

/** Whoever waits to go on. One runs in each turn of the event loop, or ten works would hold it for 100 ms. */
const waiting: (() => void)[] = []

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(runOne)
  })
}

function runOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(runOne)
}
