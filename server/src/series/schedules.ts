import type { Exception } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { instant } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { completeSchedule } from '../schedule/rules.ts'
import { keepExceptions, contentsToRetime, localOf, type SeriesOf } from './rules.ts'
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
  const gone = adjusted.dropped.flatMap(({ content, slotAt }) =>
    content ? [{ slotAt: instant(slotAt), following: false }] : [],
  )
  await removeSlotContents(tx, owner, { slots: gone })
  for (const { body: _, ...one } of contents) {
    const local = localOf(schedule, one)
    if (local && local !== one.local) await putSlotContent(tx, { ...one, local })
  }
  return adjusted
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
