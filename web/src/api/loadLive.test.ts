import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressIn, patiently } from './loadLive.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://carillon.example' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const gone = new TypeError(
  'Failed to fetch dynamically imported module: https://carillon.example/assets/live-1.js',
)

/** Loads what can be fetched only when `isThere`; `tries` has when it was asked for. */
function start() {
  const began = Date.now()
  const tries: number[] = []
  const browser = new EventTarget()
  const leaving = new AbortController()
  const state = { isThere: false }
  const loaded = patiently(
    async () => {
      tries.push(Date.now() - began)
      if (!state.isThere) throw gone
      return 'live'
    },
    leaving.signal,
    browser,
  )
  return { tries, browser, leaving, state, loaded }
}

test('what cannot be fetched is tried again, later each time, and half a minute apart in the end', async () => {
  const { tries, state, loaded } = start()
  await vi.advanceTimersByTimeAsync(92_000)
  expect(tries).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000])
  state.isThere = true
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await loaded).toBe('live')
})

test('a browser that is online again tries at once', async () => {
  const { tries, browser, state, loaded } = start()
  await vi.advanceTimersByTimeAsync(10_000)
  state.isThere = true
  browser.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('live')
  expect(tries).toEqual([0, 1_000, 3_000, 7_000, 10_000])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toHaveLength(5)
})

test('once nobody waits, nothing is tried any more', async () => {
  const { tries, leaving, loaded } = start()
  await vi.advanceTimersByTimeAsync(2_000)
  leaving.abort()
  expect(await loaded).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [gone, 'https://carillon.example/assets/live-1.js'],
  [
    new TypeError(
      'error loading dynamically imported module: https://carillon.example/assets/live-1.js?again=1',
    ),
    'https://carillon.example/assets/live-1.js',
  ],
  [new TypeError('Importing a module script failed.'), undefined],
  [new TypeError('Failed to fetch: https://elsewhere.example/assets/live-1.js'), undefined],
  [undefined, undefined],
])('%s names %s', (error, address) => {
  expect(addressIn(error)).toBe(address)
})
