import { openUnderWay } from '../deliveries/port.ts'
import { after, instant, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { isOutage, isTrouble } from '../platform/db/trouble.ts'
import type { Answer } from '../platform/http/health.ts'
import type { Listener } from '../platform/news/listener.ts'
import { planDue } from './batch.ts'
import { continueFanOuts } from './fanOuts.ts'
import { BATCH_MAX, FIRST_BATCH, LEAD_MS } from './rules.ts'
import * as store from './store.ts'
import { zoneDataReader } from './zoneData.ts'

/** How long a lost wake-up can go unnoticed. */
const REREAD_MS = seconds(5)

/** When to look again at what is due but in the hands of another planner, who may have died with it. */
const OTHERS_MS = 500

/** The pause after the database failed us. */
const RETRY_MS = seconds(1)

/** While PostgreSQL works on one batch the next can be thought out; more than that only wait for each other. */
const BATCHES_AT_ONCE = 2

/** Somebody should look when nothing could be planned for so long, though it was tried every few seconds. */
const STALLED_AFTER_MS = seconds(30)

export type Planner = {
  /** Resolves when the planner rests: everything due is planned and the next look is set. */
  rest(): Promise<void>
  /** What keeps it from planning, in words, if anything does; a note where that may be one row alone. */
  check(): Answer
  stop(): Promise<void>
}

/**
 * Makes occurrences of slots, `leadMs` before their instant: one timer to the earliest of them. Wake-ups
 * set it anew; should they be lost, the rows are read again every few seconds. Any number of processes
 * may run one. With a clock further than `maxSkewMs` from the database's it plans nothing.
 */
export function startPlanner(
  ctx: Context,
  listener: Listener,
  { leadMs = LEAD_MS, maxSkewMs = Infinity }: { leadMs?: number; maxSkewMs?: number } = {},
): Planner {
  const readAnew = zoneDataReader(ctx)
  let stopped = false
  let again = false
  let looking: Promise<void> | undefined
  let armedFor: Date | undefined
  let forget = () => {}
  /** When the planner last got something done, or saw that there is nothing to do; why not since then. */
  let doneAtMs = ctx.clock.steadyMs()
  let trouble: Error | undefined

  function noteDone() {
    doneAtMs = ctx.clock.steadyMs()
    trouble = undefined
  }

  /** Looks now, or once more when a look is under way: it may have passed the new row already. */
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
          ctx.log.error({ reason: error.message }, 'The planner could not read what is due.')
          return after(ctx.clock.now(), RETRY_MS)
        },
      )
      arm(next)
    }
    // In the same turn as the last question: a promise between them could swallow a wake-up.
    looking = undefined
  }

  /** Plans whatever is due; answers when to look next, unless that is no sooner than the rows are read again. */
  async function planAll(): Promise<Date | undefined> {
    for (let before: number | undefined; ;) {
      const askedAt = ctx.clock.now()
      const { due, next } = await store.look(ctx, askedAt, leadMs)
      // One question instead of a transaction for each kind of work: mostly there is nothing to do.
      const busy = due || (await readAnew())
      // What is first in line is there still: it is in the hands of others.
      const stays = due && before === (next?.getTime() ?? 0)
      if (!busy || stays) {
        const now = ctx.clock.now()
        if (!next || next >= after(now, REREAD_MS)) return undefined
        return next <= askedAt ? after(now, OTHERS_MS) : next
      }
      before = next?.getTime() ?? 0
      await planWhileDue()
      if (stopped) return undefined
    }
  }

  async function planWhileDue(): Promise<void> {
    let most = FIRST_BATCH
    const [due, fanOuts] = [unlessStuck(), unlessStuck()]
    // What is due comes before the next slice: a message to thousands delays nobody else's.
    while (
      !stopped &&
      ((await due.look(() => planMany(most))) ||
        (await fanOuts.look(() => continueFanOuts(ctx))) ||
        (await readAnew()))
    )
      most = BATCH_MAX
    const stuck = due.error ?? fanOuts.error
    if (stuck) throw stuck
  }

  /** Plans what is due: once a batch is full, others beside it. Nothing is left, as far as they see. */
  async function planMany(most: number): Promise<false> {
    const own = { ...ctx, underWay: openUnderWay() }
    const drains: Promise<void>[] = []
    const failed: unknown[] = []
    const drain = async (first: number) => {
      let size = first
      while (!stopped && (await planDue(own, { most: size, leadMs, maxSkewMs, full }))) {
        noteDone()
        size = BATCH_MAX
      }
    }
    // Caught at once: one that fails while another is awaited would otherwise end the process.
    const begin = (first: number) =>
      drains.push(drain(first).catch((error: unknown) => void failed.push(error)))
    const full = () => void (drains.length < BATCHES_AT_ONCE && begin(BATCH_MAX))
    begin(most)
    // Not before all have ended: who asks whether the planner rests must hear of each.
    for (const one of drains) await one
    if (failed.length > 0) throw failed[0]
    return false
  }

  function arm(at: Date | undefined) {
    forget()
    if (stopped) return
    armedFor = at ?? after(ctx.clock.now(), REREAD_MS)
    const forgetTimer = at ? ctx.clock.wake(at, look) : () => {}
    // Whatever happens to the clock meanwhile.
    const forgetReread = ctx.clock.later(REREAD_MS, look)
    forget = () => {
      forgetTimer()
      forgetReread()
    }
  }

  function hear(slotAt: string) {
    if (looking) again = true
    else if (!armedFor || after(instant(slotAt), -leadMs) < armedFor) look()
  }

  const ignore = listener.on('schedules', hear, look)
  const ignoreConnected = listener.onConnected(look)
  look()

  return {
    async rest() {
      while (looking) await looking
    },
    check() {
      if (ctx.clock.steadyMs() - doneAtMs < STALLED_AFTER_MS) return undefined
      // Anybody may ask /readyz; what the database said is for the log.
      const why = trouble ? 'The log says why.' : 'The planner does not answer.'
      const words = `Nothing could be planned for ${STALLED_AFTER_MS / 1_000} seconds. ${why}`
      return isTrouble(trouble) && !isOutage(trouble) ? { note: words } : words
    },
    async stop() {
      stopped = true
      ignore()
      ignoreConnected()
      forget()
      await looking
    },
  }
}

/** Looks until the database fails over what may be one row alone: the rest is not to wait for that. */
function unlessStuck() {
  const stuck: { error?: Error; look(work: () => Promise<boolean>): Promise<boolean> } = {
    async look(work) {
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
