import type { Exception } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { instant } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { completeSchedule, slotAt } from '../schedule/rules.ts'
import { keepExceptions, exceptionsOf, type SeriesOf, type SlotContent } from './rules.ts'
import { contentsToRetime } from './retimed-contents.ts'
import { putSlotContent, readSlotContents, removeSlotContents } from './slot-contents-store.ts'

/**
 * The schedule as it is stored, with its first day and the seed of its random times. If an edit contains none, the
 * earlier ones stay.
 */
export function withStartAndSeed(
  ctx: Context,
  schedule: Schedule,
  before: Schedule | null = null,
): Schedule {
  const { starts, seed } = before ?? {}
  const known = {
    ...(starts === undefined ? {} : { starts }),
    ...(seed === undefined ? {} : { seed }),
    ...schedule,
  }
  return completeSchedule(known, ctx.clock.now(), ctx.random.fraction())
}

/**
 * A schedule after an edit, with the exceptions that still match one of its slots. The others are removed and returned
 * as `dropped`.
 */
export async function editSchedule(
  ctx: Context,
  tx: Tx,
  owner: SeriesOf,
  edited: Schedule,
  before: Schedule | null,
): Promise<{ schedule: Schedule; dropped: Exception[] }> {
  const schedule = withStartAndSeed(ctx, edited, before)
  const { source, sourceId } = owner
  const contents = (await readSlotContents(tx, source, [sourceId])).get(sourceId) ?? []
  const adjusted = keepExceptions(before, schedule, contents, ctx.clock.now())
  const gone = adjusted.dropped.flatMap(({ content, slotAt, following = false }) =>
    content ? [`${instant(slotAt).getTime()} ${following}`] : [],
  )
  const isGone = ({ slotAt, following }: SlotContent) => gone.includes(`${+slotAt} ${following}`)
  await removeSlotContents(tx, owner, { slots: contents.filter(isGone) })
  // Also those that are over: read in another time zone, their local time could be still to come.
  for (const { body: _, ...one } of contents.filter((one) => !isGone(one))) {
    const { local } = slotAt(schedule, one.slotAt)
    if (local !== one.local) await putSlotContent(tx, { ...one, local })
  }
  return adjusted
}

/** Removes all exceptions of a series that has no timetable any more. Returns those that were not over. */
export async function dropExceptions(
  ctx: Context,
  tx: Tx,
  owner: SeriesOf,
  before: Schedule | null,
): Promise<Exception[]> {
  const { source, sourceId } = owner
  const slots = (await readSlotContents(tx, source, [sourceId])).get(sourceId) ?? []
  await removeSlotContents(tx, owner, { slots })
  return before ? exceptionsOf(before, slots, ctx.clock.now()) : []
}

/** Updates the instants of slot contents to the current time zone data. */
export async function retimeSlotContents(
  tx: Tx,
  source: SeriesOf['source'],
  series: readonly { sourceId: string; schedule: Schedule }[],
): Promise<void> {
  const ids = series.map(({ sourceId }) => sourceId)
  const contents = await readSlotContents(tx, source, ids)
  for (const { sourceId, schedule } of contents.size > 0 ? series : []) {
    const moved = contentsToRetime(contents.get(sourceId) ?? [], schedule)
    const before = { slots: moved.map((one) => one.before) }
    await removeSlotContents(tx, { source, sourceId }, before)
    for (const { after } of moved) await putSlotContent(tx, after)
  }
}
