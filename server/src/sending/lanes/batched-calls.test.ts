import { expect, test } from 'vitest'
import { batched } from './batched-calls.ts'
import { coalesced } from '../../platform/coalesced.ts'

/** A statement that ends when the test says so. */
function statement() {
  const runs: { items: number[]; end: (error?: Error) => void }[] = []
  const started: (() => void)[] = []
  const run = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((n) => `#${n}`)))
      runs.push({ items, end })
      started.shift()?.()
    })
  const next = () => new Promise<void>((resolve) => started.push(resolve))
  return { run, runs, next }
}

test('what comes while a statement is on its way goes together in the next', async () => {
  const { run, runs, next } = statement()
  const ask = batched(run)
  const begun = next()
  const first = ask(1)
  await begun
  const others = [2, 3, 4].map(ask)
  const again = next()
  runs[0]!.end()
  expect(await first).toBe('#1')
  await again
  runs[1]!.end()
  expect(await Promise.all(others)).toEqual(['#2', '#3', '#4'])
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3, 4]])
})

test('a statement that fails fails for each, and the next one runs', async () => {
  const { run, runs, next } = statement()
  const ask = batched(run)
  const begun = next()
  const both = Promise.allSettled([ask(1), ask(2)])
  await begun
  runs[0]!.end(new Error('connection lost'))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = next()
  const third = ask(3)
  await again
  runs[1]!.end()
  expect(await third).toBe('#3')
})

test('one statement takes at most 500', async () => {
  const sizes: number[] = []
  const ask = batched(async (items: number[]) => {
    sizes.push(items.length)
    return items
  })
  await Promise.all(Array.from({ length: 1_200 }, (_, n) => ask(n)))
  expect(sizes).toEqual([500, 500, 200])
})

test('work that is asked for while it runs is done once more, however the asking falls', async () => {
  let runs = 0
  let asked = 0
  const errors: string[] = []
  const ask = coalesced(
    async () => {
      runs++
      // Asked again at every turn that a promise takes on its way.
      for (let n = 0; n < 5 && asked < 20; n++) {
        asked++
        queueMicrotask(ask)
        await Promise.resolve()
      }
      if (runs === 2) throw new Error('once')
    },
    (error) => errors.push(error.message),
  )
  ask()
  await new Promise((resolve) => setImmediate(resolve))
  const before = runs
  ask()
  await new Promise((resolve) => setImmediate(resolve))
  expect(runs).toBe(before + 1)
  expect(errors).toEqual(['once'])
})
