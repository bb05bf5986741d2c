import { expect, test } from 'vitest'
import type { Tx } from '../platform/context.ts'
import { openPlansInProgress, type Counts } from './plans-in-progress.ts'

const [one, other] = [{} as Tx, {} as Tx]

test('whoever counts next knows what is under way, until that has ended', async () => {
  const plansInProgress = openPlansInProgress()
  const heard: Counts[] = []
  const plan = (tx: Tx, ...accounts: [string, number][]) =>
    plansInProgress.oneByOne(
      tx,
      async () => {},
      (_counted, others) => {
        heard.push(others)
        return new Map(accounts)
      },
    )
  // All at once: each still waits for those before.
  await Promise.all([
    plan(one, ['choir', 3], ['band', 1]),
    plan(one, ['choir', 2]),
    plan(other, ['choir', 10]),
    plan(one),
  ])
  plansInProgress.end(one)
  await plan(other)
  expect(heard.map((others) => Object.fromEntries(others))).toEqual([
    {},
    {},
    { choir: 5, band: 1 },
    { choir: 10 },
    {},
  ])
})

test('a count that fails is in nobody’s way', async () => {
  const plansInProgress = openPlansInProgress()
  const refused = async () => Promise.reject(new Error('The connection was lost.'))
  const failing = plansInProgress.oneByOne(one, refused, () => new Map([['choir', 1]]))
  const next = new Promise<Counts>((resolve, reject) => {
    plansInProgress
      .oneByOne(
        other,
        async () => {},
        (_counted, others) => {
          resolve(others)
          return new Map()
        },
      )
      .catch(reject)
  })
  await expect(failing).rejects.toThrow('The connection was lost.')
  expect([...(await next)]).toEqual([])
})
