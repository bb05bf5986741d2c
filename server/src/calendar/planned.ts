import { CALENDAR_SLOTS_MAX } from '@carillon/contract/calendar'
import { JITTER_MAX_MINUTES } from '@carillon/contract/schedule'
import { fromEpoch, latest, minutes } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import { dueAt, skippedSlots, originalTime, slots } from '../schedule/rules.ts'
import type { Day } from './days.ts'
import type { UndescribedSend } from './rules.ts'
import type { PlannedRow } from './store.ts'

/** `cutDays`: when each day begins of which not all sends are listed. */
export type Found = { sends: UndescribedSend[]; cutDays: Set<number> }

type Facts = {
  now: Date
  /** Whether a slot has an occurrence already. */
  isMade: (row: PlannedRow, slotAt: Date) => boolean
  /** The last slot of a source that ends by itself within these days. */
  lastOf: (row: PlannedRow) => Date | undefined
}

type Span = Pick<Day, 'from' | 'to'>

/**
 * The planned sends of schedules on these days, and the planned slots that somebody skipped. If a person's series
 * together have too many slots (a hundred series, each every minute), only the first slots of each series are computed
 * for each day.
 */
export async function findPlanned(
  rows: readonly PlannedRow[],
  days: readonly Day[],
  { now, isMade, lastOf }: Facts,
): Promise<Found> {
  const letOthersRun = startLongWork()
  const whole = { from: days[0]!.from, to: days.at(-1)!.to }

  /** Adds the sends of a series in a span, at most `most`; returns whether there are more. */
  async function walk(row: PlannedRow, span: Span, most: number, into: UndescribedSend[]) {
    const { spec, source, sourceId, nextSlotAt } = row
    const last = lastOf(row)
    let added = 0
    // A slot of the day before may be due in this one.
    for (const slot of slots(spec, latest(fromEpoch(span.from - JITTER_MS), nextSlotAt))) {
      if (slot.at.getTime() >= span.to || (last && slot.at > last)) return false
      await letOthersRun()
      const at = dueAt(spec, slot.at).getTime()
      if (at < span.from || at >= span.to || isMade(row, slot.at)) continue
      if (added++ === most) return true
      into.push({
        source,
        sourceId,
        reason: null,
        occurrenceId: null,
        at,
        slotAt: originalTime(slot),
        plannedAt: slot.at.getTime(),
        status: 'planned',
        ...(slot.mark ? { mark: slot.mark } : {}),
        ...(slot.movedFrom ? { changed: 'moved' } : {}),
      })
    }
    return false
  }

  async function walkAll(): Promise<Found | undefined> {
    const sends: UndescribedSend[] = []
    for (const row of rows) {
      if (await walk(row, whole, CALENDAR_SLOTS_MAX - sends.length, sends)) return undefined
    }
    return { sends, cutDays: new Set() }
  }

  async function walkEachDay(): Promise<Found> {
    const found: Found = { sends: [], cutDays: new Set() }
    const spans = rows.flatMap((row) =>
      (row.spec.rule.kind === 'once' ? [whole] : days).map((span) => ({ row, span })),
    )
    const share = shareOf(CALENDAR_SLOTS_MAX, spans.length)
    const dense = []
    for (const one of spans) {
      const sends: UndescribedSend[] = []
      if (await walk(one.row, one.span, share, sends)) dense.push(one)
      else found.sends.push(...sends)
    }
    // What series with few sends leave of their shares is shared by the others.
    const larger = shareOf(CALENDAR_SLOTS_MAX - found.sends.length, dense.length)
    for (const { row, span } of dense) {
      if (await walk(row, span, larger, found.sends)) found.cutDays.add(span.from)
    }
    return found
  }

  const found = (await walkAll()) ?? (await walkEachDay())
  const [since, until] = [latest(fromEpoch(whole.from), now), fromEpoch(whole.to)]
  for (const row of rows) {
    const { source, sourceId, spec } = row
    const last = lastOf(row)
    const known = { source, sourceId, occurrenceId: null }
    const asSkipped = { status: 'skipped', reason: 'exception', changed: 'skipped' } as const
    for (const { at } of skippedSlots(spec, since, until)) {
      await letOthersRun()
      if (last && at > last) continue
      found.sends.push({ ...known, ...asSkipped, at: at.getTime(), slotAt: at })
    }
    await letOthersRun()
  }
  return found
}

const shareOf = (most: number, among: number) => Math.max(1, Math.floor(most / among))

const JITTER_MS = minutes(JITTER_MAX_MINUTES)

/** The last slots of the sources that end by themselves before `until`, by the id of the source. */
export async function findLastSlots(ctx: UserContext, rows: readonly PlannedRow[], until: Date) {
  const lasts = new Map<string, Date>()
  for (const [kind, some] of Map.groupBy(rows, ({ source }) => source)) {
    const ids = some.map(({ sourceId }) => sourceId)
    for (const [id, last] of (await ctx.sources[kind]?.lastSlots?.(ctx, ids, until)) ?? []) {
      lasts.set(id, last)
    }
  }
  return lasts
}
