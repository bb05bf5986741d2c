import type { Context } from '../src/platform/context.ts'
import { expect, type TestApp } from './test-app.ts'

/** Resolves when one transaction of this test app waits for a lock that another one holds. */
export const someoneWaits = ({ pool }: TestApp) =>
  expect
    .poll(
      async () => {
        const { rows } = await pool.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.n
      },
      // On a busy machine a slice of 2,000 takes seconds.
      { timeout: 10_000 },
    )
    .toBe(1)

/** What is done with `slow` has done its work at `reached`, and commits it after `release`. */
export function heldOpen<Given extends Context>(given: Given) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow: Given = {
    ...given,
    transaction: (work) =>
      given.transaction(async (tx) => {
        const result = await work(tx)
        reached.resolve()
        await released.promise
        return result
      }),
  }
  return { slow, reached: reached.promise, release: () => released.resolve() }
}
