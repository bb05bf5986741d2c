import { after, hours, minutes } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { isTrouble } from '../platform/db/trouble.ts'
import { reasonOf } from '../platform/errors.ts'
import { BATCH_MAX, readAnew } from './rules.ts'
import * as store from './store.ts'

/** How often to look for schedules that a program with older time zone data has computed. */
const LOOK_AGAIN_MS = hours(1)

/** The delay after a failure of the database. */
const FAILED_AGAIN_MS = minutes(1)

/** A position before all schedules. */
const FIRST: store.Behind = { zoneData: '', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Recomputes schedules that were computed with older time zone data, a batch with each call: all of them at
 * first, then every hour those of older programs that run beside this one. Returns whether there may be more,
 * or something may be due because of it.
 */
export function zoneDataReader(ctx: Context): () => Promise<boolean> {
  let behind = FIRST
  let notBefore = ctx.clock.now()
  return async () => {
    if (ctx.clock.now() < notBefore) return false
    try {
      const { last, moved } = await readBatch(ctx, behind)
      behind = last ?? FIRST
      if (!last) notBefore = after(ctx.clock.now(), LOOK_AGAIN_MS)
      return last !== undefined || moved > 0
    } catch (error) {
      // Each is recomputed when it is due at the latest.
      ctx.log.error({ reason: reasonOf(error) }, 'New time zone data could not be applied.')
      notBefore = after(ctx.clock.now(), FAILED_AGAIN_MS)
      return false
    }
  }
}

/**
 * The last schedule of a full batch, after which the next batch continues; and how many have another instant
 * now.
 */
type Batch = { last: store.Behind | undefined; moved: number }

async function readBatch(ctx: Context, behind: store.Behind): Promise<Batch> {
  try {
    return await takeBatch(ctx, behind, (tx, rows) => retimeSchedules(ctx, tx, rows))
  } catch (error) {
    if (isTrouble(error)) throw error
    ctx.log.warn(
      { reason: reasonOf(error) },
      'A batch could not be recomputed with the new time zone data; now one by one.',
    )
    return takeBatch(ctx, behind, async (tx, rows) => {
      const read: Read[] = []
      for (const schedule of rows) read.push(...(await retimeAlone(ctx, tx, schedule)))
      return read
    })
  }
}

function takeBatch(
  ctx: Context,
  behind: store.Behind,
  work: (tx: Tx, rows: readonly store.ScheduleRow[]) => Promise<Read[]>,
): Promise<Batch> {
  return ctx.transaction(async (tx) => {
    const rows = await store.takeOlder(tx, ctx.zoneData, behind, BATCH_MAX)
    const moved = (await work(tx, rows)).filter(isMoved)
    const last = rows.length === BATCH_MAX ? rows.at(-1) : undefined
    return { last: last && behindOf(last), moved: moved.length }
  })
}

/** Returns nothing for one that fails: it is not changed, and fails when it is due. */
async function retimeAlone(ctx: Context, tx: Tx, schedule: store.ScheduleRow): Promise<Read[]> {
  try {
    return await store.inSavepoint(tx, () => retimeSchedules(ctx, tx, [schedule]))
  } catch (error) {
    if (isTrouble(error)) throw error
    const { id: scheduleId } = schedule
    ctx.log.error(
      { scheduleId, reason: reasonOf(error) },
      'A schedule could not be recomputed with the new time zone data.',
    )
    return []
  }
}

/**
 * Computes the next slots with our own time zone data, writes them, and tells their sources. Returns all but
 * those whose zone is not known here.
 */
export async function retimeSchedules(
  ctx: Context,
  tx: Tx,
  schedules: readonly store.ScheduleRow[],
): Promise<Read[]> {
  const read = schedules.flatMap((schedule) => readOne(ctx, schedule))
  const nexts = read.map(({ schedule: { id }, slot }) => {
    return { id, nextSlotAt: slot.at, nextLocal: slot.local }
  })
  await store.retime(tx, nexts, ctx.zoneData)
  await publishRetimed(ctx, tx, read)
  await notifyMoved(ctx, tx, read.filter(isMoved))
  return read
}

const behindOf = ({ zoneData, id }: store.ScheduleRow) => ({ zoneData: zoneData ?? '', id })

type Read = { schedule: store.ScheduleRow; slot: ReturnType<typeof readAnew> }

/** Returns an empty list for an unknown zone: its schedule fails with a reason when it is due. */
function readOne(ctx: Context, schedule: store.ScheduleRow): Read[] {
  const { id: scheduleId, spec, nextSlotAt, nextLocal } = schedule
  if (!nextSlotAt) return []
  try {
    return [{ schedule, slot: readAnew(spec, { nextSlotAt, nextLocal }) }]
  } catch (error) {
    ctx.log.error(
      { scheduleId, reason: reasonOf(error) },
      'The next slot of this schedule could not be computed with the new time zone data.',
    )
    return []
  }
}

const isMoved = ({ schedule, slot }: Read) => +slot.at !== +schedule.nextSlotAt!

async function publishRetimed(ctx: Context, tx: Tx, read: readonly Read[]): Promise<void> {
  for (const [kind, some] of Map.groupBy(read, ({ schedule }) => schedule.source)) {
    const slots = some.map((one) => ({
      sourceId: one.schedule.sourceId,
      nextSlotAt: one.slot.at,
      spec: one.schedule.spec,
      moved: isMoved(one),
    }))
    await ctx.sources[kind]?.retimed(ctx, tx, slots)
  }
}

async function notifyMoved(ctx: Context, tx: Tx, moved: readonly Read[]): Promise<void> {
  for (const { schedule, slot } of moved) {
    const { id: scheduleId, source, sourceId, nextLocal: local, nextSlotAt: before } = schedule
    const { zoneData } = ctx
    const details = { scheduleId, source, sourceId, local, before, after: slot.at, zoneData }
    ctx.log.warn(
      details,
      'The time zone data changed, so the next slot of this schedule is at another instant.',
    )
  }
  const instants = moved.map(({ slot }) => slot.at.toISOString())
  if (instants.length > 0) await tx.wake('schedules', instants)
}
