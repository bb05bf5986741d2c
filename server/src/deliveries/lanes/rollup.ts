import { after, seconds } from '../../platform/clock.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { settle, tellSources } from '../actions.ts'
import { findUnsettled, lockOccurrences, type Changed } from '../store.ts'
import { openAlarm } from './alarm.ts'
import { serial } from './serial.ts'
import { giveWay } from './store.ts'

/** Occurrences in one transaction: their sources are told one after the other while they are locked. */
const TOGETHER_MAX = 50

/** A source hears of progress at most four times a second: faster than anybody can read it. */
const PROGRESS_EVERY_MS = 250

const AGAIN_MS = seconds(1)

/** Tells the sources of occurrences how these go: what has ended at once, progress now and then. */
export type RollUp = {
  note(changed: readonly Changed[]): void
  /** Finds what was left untold by a process that ended. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export function openRollUp(ctx: Context): RollUp {
  const complete = new Set<string>()
  const going = new Set<string>()
  let toldAt = -Infinity
  let idle = Promise.resolve()

  const take = (from: Set<string>) => {
    const ids = [...from].slice(0, TOGETHER_MAX)
    for (const id of ids) from.delete(id)
    return ids
  }

  /** Does the work; what fails, mostly because a person was faster, is done a little later. */
  async function withAll(from: Set<string>, work: (tx: Tx, ids: string[]) => Promise<void>) {
    const ids = take(from)
    try {
      await ctx.transaction(async (tx) => {
        await giveWay(tx)
        await work(tx, ids)
      })
    } catch (error) {
      for (const id of ids) from.add(id)
      again.at(after(ctx.clock.now(), AGAIN_MS))
      throw error
    }
    if (from.size > 0) await withAll(from, work)
  }

  const settleAll = serial(() => {
    if (complete.size === 0) return Promise.resolve()
    return (idle = withAll(complete, (tx, ids) => settle(ctx, tx, ids)))
  }, complain)

  const progress = serial(async () => {
    if (going.size === 0) return
    const next = toldAt + PROGRESS_EVERY_MS
    if (next > ctx.clock.now().getTime()) {
      return again.at(after(ctx.clock.now(), next - ctx.clock.now().getTime()))
    }
    toldAt = ctx.clock.now().getTime()
    await withAll(going, async (tx, ids) => {
      const rows = await lockOccurrences(tx, ids)
      await tellSources(
        ctx,
        tx,
        rows.filter((row) => row.finishedAt === null),
      )
    })
  }, complain)

  function complain(error: Error) {
    ctx.log.warn({ reason: error.message }, 'A roll-up is tried again.')
  }

  const again = openAlarm(ctx.clock, () => {
    settleAll()
    progress()
  })

  return {
    note(changed) {
      for (const { id, complete: ended } of changed) {
        if (ended) going.delete(id)
        ;(ended ? complete : going).add(id)
      }
      settleAll()
      progress()
    },
    async sweep() {
      for (const id of await findUnsettled(ctx)) complete.add(id)
      settleAll()
    },
    async close() {
      again.clear()
      await idle.catch(() => {})
      if (complete.size > 0) await withAll(complete, (tx, ids) => settle(ctx, tx, ids))
    },
  }
}
