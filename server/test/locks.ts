import { expect, type TestApp } from './test-app.ts'

/** Resolves when one transaction of this test app waits for a lock that another one holds. */
export const someoneWaits = ({ pool }: TestApp) =>
  expect
    .poll(async () => {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.n
    })
    .toBe(1)
