import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency.ts'

test('so many at once, the rest in the order they came, and no endless line', async () => {
  const turn = limitConcurrency(2, 3, () => new Error('full'))
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const work = [1, 2, 3, 4, 5].map((n) =>
    turn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.set(n, resolve))
    }),
  )
  await expect(turn(async () => {})).rejects.toThrow('full')
  for (const n of [1, 2, 3, 4, 5]) {
    expect(begun).toHaveLength(Math.min(n + 1, 5))
    ends.get(n)?.()
    await work[n - 1]
  }
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(await turn(async () => 'free again')).toBe('free again')
})

test('work that fails makes room like any other', async () => {
  const turn = limitConcurrency(1, 1, () => new Error('full'))
  await expect(turn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turn(async () => 'next')).toBe('next')
})
