import { sql } from 'kysely'
import type { Tx } from './context.ts'
import { retryTransaction } from './db/transaction-retry.ts'
import type { Db } from './db/database.ts'
import type { Jobs } from './jobs/boss.ts'
import { NEWS_CHANNEL } from './news/news.ts'

/**
 * Makes `ctx.transaction`: news, wake-ups and jobs ride in the transaction and leave with its commit. One
 * that met a deadlock runs again, so its other effects must allow that.
 */
export function transactions(db: Db, jobs: Jobs) {
  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> => retryTransaction(() => once(work))

  function once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return db.transaction().execute((trx) => {
      const notify = async (channel: string, payload: string | readonly string[]) => {
        await sql`select pg_notify(${channel}, one) from unnest(${[payload].flat()}::text[]) one`.execute(
          trx,
        )
      }
      return work({
        db: trx,
        publish: (...news) =>
          notify(
            NEWS_CHANNEL,
            news.map((one) => JSON.stringify(one)),
          ),
        wake: notify,
        enqueue: (name, data, options) => jobs.enqueue(trx, name, data, options),
      })
    })
  }
}
