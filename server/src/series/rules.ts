import type { Content } from '@carillon/contract/content/content'
import type { Exception, Overlap } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { SourceKind } from '../occurrences/port.ts'
import { after, days, fromEpoch, hours, instant, latest } from '../platform/clock.ts'
import { nextSlot, ruleSlot, slots, type Slot } from '../schedule/rules.ts'

/** What has the series: a message, or another source. */
export type SeriesOf = { source: SourceKind; sourceId: string }

/** What a slot of a series, or it and all later ones, says instead of the series. */
export type SlotContent = SeriesOf & {
  slotAt: Date
  /** What the slot is called on the wall. */
  local: string | null
  following: boolean
  contentId: string
  body: Content
}

/** The rule of a series without its single exceptions. */
export const bare = ({ skips: _skips, moves: _moves, ...rule }: Schedule): Schedule => rule

/** The instant of a time on the wall of a zone, by the one rule for changing clocks. */
export const instantOf = (local: string, timeZone: string): Date =>
  nextSlot({ timeZone, rule: { kind: 'once', at: local } }, fromEpoch(0))?.at ?? fromEpoch(0)

/**
 * Those that are not at the instant their name means, and how they are where it does. One from before
 * names were kept gets that of its slot.
 */
export function misplaced(contents: readonly SlotContent[], schedule: Schedule) {
  // Elapsed time keeps its instants, whatever the wall shows then.
  if (schedule.rule.kind === 'every') return []
  return contents.flatMap(({ body: _body, ...one }) => {
    const local = one.local ?? nearestTo(schedule, one.slotAt)?.local
    if (local === undefined) return []
    const slotAt = instantOf(local, schedule.timeZone)
    const { following } = one
    const stands = +slotAt === +one.slotAt && local === one.local
    return stands
      ? []
      : [{ before: { slotAt: one.slotAt, following }, after: { ...one, slotAt, local } }]
  })
}

/** Clocks are put by an hour, hardly ever by more: farther away it is another slot. */
const CLOCKS_CHANGE_MS = hours(3)

/** The slot of the rule at this instant, or the one that clocks put elsewhere meanwhile. */
function nearestTo(schedule: Schedule, at: Date): Slot | undefined {
  let nearest: Slot | undefined
  const away = (slot: Slot) => Math.abs(+slot.at - +at)
  for (const slot of slots(bare(schedule), after(at, -CLOCKS_CHANGE_MS))) {
    if (+slot.at > +at + CLOCKS_CHANGE_MS) break
    if (!nearest || away(slot) < away(nearest)) nearest = slot
  }
  return nearest
}

/** What a slot says, if not what its series says: its own words, or the last that hold for all following. */
export function contentAt<S extends Pick<SlotContent, 'slotAt' | 'following'>>(
  contents: readonly S[] | undefined,
  namedAt: Date | null,
): S | undefined {
  if (!contents || !namedAt) return undefined
  const own = contents.find((one) => !one.following && one.slotAt.getTime() === namedAt.getTime())
  return own ?? contents.findLast((one) => one.following && one.slotAt <= namedAt)
}

/**
 * The exceptions of a series whose time is still to come, in the order of their slots. What holds from a
 * slot on stands apart from what the slot is and says alone.
 */
export function exceptionsOf(
  schedule: Schedule,
  contents: readonly SlotContent[],
  now: Date,
): Exception[] {
  const { timeZone, skips = [], moves = [] } = schedule
  const found = new Map<number, Exception>()
  const from: Exception[] = []
  const put = (at: Date, local: string, what: Partial<Exception>) => {
    const before = found.get(at.getTime()) ?? { slotAt: at.toISOString(), local }
    found.set(at.getTime(), { ...before, ...what })
  }
  for (const local of skips) {
    const at = instantOf(local, timeZone)
    if (at >= now) put(at, local, { skip: true })
  }
  for (const { from, to } of moves) {
    if (instantOf(to, timeZone) >= now) put(instantOf(from, timeZone), from, { moveTo: to })
  }
  for (const { slotAt, following, body } of contents) {
    if (slotAt < now && !following) continue
    const local = ruleSlot(schedule, slotAt)?.local
    if (!local) continue
    if (following) from.push({ slotAt: slotAt.toISOString(), local, content: body, following })
    else put(slotAt, local, { content: body })
  }
  const order = ({ slotAt }: Exception) => instant(slotAt).getTime()
  return [...found.values(), ...from].toSorted((a, b) => order(a) - order(b))
}

/**
 * A schedule after an edit, with the exceptions of before that still match one of its slots and are
 * still to come, and those that match none any more. Exceptions that the edit names itself stand for
 * all; without any, those of before do.
 */
export function keepExceptions(
  before: Schedule | null,
  after: Schedule,
  contents: readonly SlotContent[],
  now: Date,
): { schedule: Schedule; dropped: Exception[] } {
  const skips = after.skips ?? before?.skips ?? []
  const moves = after.moves ?? before?.moves ?? []
  const all = exceptionsOf({ ...after, skips, moves }, contents, now)
  const matches = ({ slotAt }: Exception) => {
    return ruleSlot(after, instant(slotAt)) !== undefined
  }
  const kept = all.filter(matches)
  const unmatched = contents
    .filter(({ slotAt, following }) => !following && slotAt >= now && !ruleSlot(after, slotAt))
    .map(({ slotAt, body }) => ({ slotAt: slotAt.toISOString(), content: body }))
  const keptSkips = kept.filter(({ skip }) => skip).map(({ local }) => local)
  // Keep past moves, or the slot would fire again at its original time.
  const gone = moves.filter(({ from, to }) => {
    const at = instantOf(from, after.timeZone)
    return at >= now && instantOf(to, after.timeZone) < now && ruleSlot(after, at)
  })
  const keptMoves = [
    ...gone,
    ...kept.flatMap(({ local, moveTo }) => (moveTo ? [{ from: local, to: moveTo }] : [])),
  ]
  return {
    schedule: {
      ...bare(after),
      ...(keptSkips.length > 0 ? { skips: keptSkips } : {}),
      ...(keptMoves.length > 0 ? { moves: keptMoves } : {}),
    },
    dropped: [
      ...all.filter((one) => !matches(one)),
      ...unmatched.map((one) => ({ ...one, local: one.slotAt.slice(0, 16) })),
    ],
  }
}

/** A series without its slots from this one on: it ends on the day before, or on that day without them. */
export function endBefore(schedule: Schedule, slot: Slot): Schedule {
  const date = slot.local.slice(0, 10)
  const before = dayBefore(date)
  const { timeZone, starts = before, skips = [], moves } = schedule
  // Whatever was moved from there on ends with it, wherever it was moved to.
  const ended = {
    ...schedule,
    ...(moves ? { moves: moves.filter(({ from }) => instantOf(from, timeZone) < slot.at) } : {}),
  }
  const first = nextSlot(bare(schedule), instantOf(`${date}T00:00`, timeZone))
  if (first?.at.getTime() === slot.at.getTime() && starts <= before) {
    return { ...ended, ends: { on: before } }
  }
  const rest: string[] = []
  for (const { local } of slots(bare(schedule), slot.at)) {
    if (!local.startsWith(date)) break
    rest.push(local)
  }
  return { ...ended, ends: { on: date }, skips: [...new Set([...skips, ...rest])] }
}

const dayBefore = (date: string) =>
  after(instant(`${date}T00:00:00Z`), -days(1))
    .toISOString()
    .slice(0, 10)

/**
 * What keeps a slot of a series from going, if anything: a pause until a time, or that the one before it is
 * still being sent. It waits until then, or until that has ended, or is passed over.
 */
export function inTheWay(
  { pausedUntil, overlap }: { pausedUntil: Date | null; overlap: Overlap },
  isSending: boolean,
  { slotAt, now }: { slotAt: Date; now: Date },
): Met | undefined {
  // Clocks that are changed anew can bring a slot to before the end of the pause it was to come after.
  if (pausedUntil && pausedUntil > latest(slotAt, now)) {
    return { kind: 'wait', for: 'pause', until: pausedUntil }
  }
  if (!isSending) return undefined
  // The one before it has until then.
  if (slotAt > now) return { kind: 'wait', for: 'slot', until: slotAt }
  return overlap === 'wait' ? { kind: 'wait', for: 'overlap' } : { kind: 'skip', reason: 'overlap' }
}

type Met =
  | { kind: 'wait'; for: 'overlap' }
  | { kind: 'wait'; for: 'pause' | 'slot'; until: Date }
  | { kind: 'skip'; reason: 'overlap' }

/** Whether a series that failed so often in a row stops itself; 0 is never. */
export const failedTooOften = (inARow: number, pauseAfterFailures: number): boolean =>
  pauseAfterFailures > 0 && inARow >= pauseAfterFailures

/** Whether a series that paused itself keeps its reason: a slot that is passed over meanwhile does not take it back. */
export const staysStopped = (
  { status, attention }: { status: string; attention: { code: string } | null },
  settled: { status: string },
): boolean =>
  status === 'paused' && attention?.code === 'paused_itself' && settled.status === 'skipped'
