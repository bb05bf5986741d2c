import { openPlansInProgress } from '../deliveries/port.ts'
import { after, instant, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { isOutage, isTrouble } from '../platform/db/trouble.ts'
import type { Answer } from '../platform/http/health.ts'
import type { Listener } from '../platform/news/listener.ts'
import { planDue } from './batch.ts'
import { continueFanOuts } from './continued-fan-outs.ts'
import { BATCH_MAX, FIRST_BATCH, LEAD_MS } from './rules.ts'
import * as store from './store.ts'
import { zoneDataReader } from './zone-data.ts'

/** How long a lost wake-up can go unnoticed. */
const REREAD_MS = seconds(5)

/** When to look again at due schedules that another planner has locked: it may have crashed. */
const LOCKED_RETRY_MS = 500

/** The pause after an error of the database. */
const RETRY_MS = seconds(1)

/** While PostgreSQL works on one batch, the process computes the next; a third one would only wait. */
const BATCHES_AT_ONCE = 2

/** If nothing was planned for so long, although it was tried every few seconds, the process is unhealthy. */
const STALLED_AFTER_MS = seconds(30)

export type Planner = {
  /** Resolves when everything due is planned and the timer for the next look is set. */
  rest(): Promise<void>
  /**
   * Why the planner cannot plan, in words; undefined if it can. A note if only single rows may be the reason.
   */
  check(): Answer
  stop(): Promise<void>
}

/**
 * Makes occurrences of slots, `leadMs` before their instant. It has one timer, for the earliest slot.
 * Wake-ups set it again; if they get lost, the rows are read every few seconds anyway. Several processes may
 * run a planner. If the clock differs from the database's by more than `maxSkewMs`, it plans nothing.
 */
export function startPlanner(
  ctx: Context,
  listener: Listener,
  { leadMs = LEAD_MS, maxSkewMs = Infinity }: { leadMs?: number; maxSkewMs?: number } = {},
): Planner {
  const applyZoneData = zoneDataReader(ctx)
  let stopped = false
  let again = false
  let looking: Promise<void> | undefined
  let armedFor: Date | undefined
  let cancel = () => {}
  /** When the planner last succeeded, or found nothing to do, and the error since then. */
  let doneAtMs = ctx.clock.steadyMs()
  let trouble: Error | undefined

  function noteDone() {
    doneAtMs = ctx.clock.steadyMs()
    trouble = undefined
  }

  /**
   * Looks now. If a look is running, it looks once more after it, because the running one may have missed the
   * new row.
   */
  function look() {
    again = true
    if (stopped) return
    looking ??= lookWhileAsked()
  }

  async function lookWhileAsked() {
    while (again && !stopped) {
      again = false
      const next = await planAll().then(
        (at) => {
          noteDone()
          return at
        },
        (error: Error) => {
          trouble = error
          ctx.log.error(
            { reason: error.message },
            'The planner failed. It tries again in a second.',
          )
          return after(ctx.clock.now(), RETRY_MS)
        },
      )
      arm(next)
    }
    // Set in the same tick as the last check: an await in between could lose a wake-up.
    looking = undefined
  }

  /** Plans everything due. Returns when to look next; undefined if that is later than the next reread. */
  async function planAll(): Promise<Date | undefined> {
    for (let before: number | undefined; ;) {
      const askedAt = ctx.clock.now()
      const { due, next } = await store.nextDue(ctx, askedAt, leadMs)
      // One query instead of a transaction for each kind of work, because mostly there is nothing to do.
      const hasWork = due || (await applyZoneData())
      // The earliest schedule has not changed: another planner has locked it.
      const isLocked = due && before === (next?.getTime() ?? 0)
      if (!hasWork || isLocked) {
        const now = ctx.clock.now()
        if (!next || next >= after(now, REREAD_MS)) return undefined
        return next <= askedAt ? after(now, LOCKED_RETRY_MS) : next
      }
      before = next?.getTime() ?? 0
      await planWhileDue()
      if (stopped) return undefined
    }
  }

  async function planWhileDue(): Promise<void> {
    let most = FIRST_BATCH
    const [dueWork, fanOutWork] = [unlessStuck(), unlessStuck()]
    // Due schedules come before the next slice, so that a large fan-out delays nobody else.
    while (
      !stopped &&
      ((await dueWork.run(() => planMany(most))) ||
        (await fanOutWork.run(() => continueFanOuts(ctx))) ||
        (await applyZoneData()))
    )
      most = BATCH_MAX
    const stuck = dueWork.error ?? fanOutWork.error
    if (stuck) throw stuck
  }

  /** Plans everything due and returns false: nothing is left. While batches are full, several run at once. */
  async function planMany(most: number): Promise<false> {
    const own = { ...ctx, plansInProgress: openPlansInProgress() }
    const drains: Promise<void>[] = []
    const failed: unknown[] = []
    const drain = async (first: number) => {
      let size = first
      while (!stopped && (await planDue(own, { most: size, leadMs, maxSkewMs, onFull }))) {
        noteDone()
        size = BATCH_MAX
      }
    }
    // Errors are caught here: a promise that fails while another one is awaited would end the process.
    const begin = (first: number) =>
      drains.push(drain(first).catch((error: unknown) => void failed.push(error)))
    const onFull = () => void (drains.length < BATCHES_AT_ONCE && begin(BATCH_MAX))
    begin(most)
    // All of them must end before `rest` resolves.
    for (const one of drains) await one
    if (failed.length > 0) throw failed[0]
    return false
  }

  function arm(at: Date | undefined) {
    cancel()
    if (stopped) return
    armedFor = at ?? after(ctx.clock.now(), REREAD_MS)
    const cancelTimer = at ? ctx.clock.wake(at, look) : () => {}
    // This timer runs by elapsed time, so a clock that is changed cannot stop it.
    const cancelReread = ctx.clock.later(REREAD_MS, look)
    cancel = () => {
      cancelTimer()
      cancelReread()
    }
  }

  function hear(slotAt: string) {
    if (looking) again = true
    else if (!armedFor || after(instant(slotAt), -leadMs) < armedFor) look()
  }

  const unsubscribe = listener.on('schedules', hear, look)
  const unsubscribeConnected = listener.onConnected(look)
  look()

  return {
    async rest() {
      while (looking) await looking
    },
    check() {
      if (ctx.clock.steadyMs() - doneAtMs < STALLED_AFTER_MS) return undefined
      // Anybody may read /readyz, so the database's error is only in the log.
      const why = trouble ? 'The log says why.' : 'The planner does not answer.'
      const words = `Nothing could be planned for ${STALLED_AFTER_MS / 1_000} seconds. ${why}`
      return isTrouble(trouble) && !isOutage(trouble) ? { note: words } : words
    },
    async stop() {
      stopped = true
      unsubscribe()
      unsubscribeConnected()
      cancel()
      await looking
    },
  }
}

/**
 * Runs one kind of work until it fails because of single rows: then the error is kept, and this work is left out while
 * the other work goes on. If the database is away, that is thrown at once.
 */
function unlessStuck() {
  const stuck: { error?: Error; run(work: () => Promise<boolean>): Promise<boolean> } = {
    async run(work) {
      if (stuck.error) return false
      try {
        return await work()
      } catch (error) {
        if (!isTrouble(error) || isOutage(error)) throw error
        stuck.error = error as Error
        return false
      }
    },
  }
  return stuck
}
