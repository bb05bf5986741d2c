import type { Content } from '@carillon/contract/content/content'
import type { Exception, Overlap } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { SourceKind } from '../occurrences/port.ts'
import { after, days, fromEpoch, instant, latest } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import {
  dayOf,
  movesToUndo,
  nextSlot,
  ruleSlot,
  slotAt,
  slots,
  type Slot,
} from '../schedule/rules.ts'

/** The source of a series: a message or a cycle. */
export type SeriesOf = { source: SourceKind; sourceId: string }

/** The content of one slot, or of it and all later ones, that replaces the content of the series. */
export type SlotContent = SeriesOf & {
  slotAt: Date
  /** The local time of the slot. */
  local: string | null
  following: boolean
  contentId: string
  body: Content
}

/** The schedule without its skips and moves. */
export const withoutExceptions = ({ skips: _skips, moves: _moves, ...rule }: Schedule): Schedule =>
  rule

/** The instant of a local time in a zone, by the rule for changing clocks (schedules.md). */
export const instantOf = (local: string, timeZone: string): Date =>
  nextSlot({ timeZone, rule: { kind: 'once', at: local } }, fromEpoch(0))?.at ?? fromEpoch(0)

/**
 * The content of a slot that differs from its series: its own one, or the last one that applies to all
 * following slots.
 */
export function contentAt<S extends Pick<SlotContent, 'slotAt' | 'following'>>(
  contents: readonly S[] | undefined,
  originalAt: Date | null,
): S | undefined {
  if (!contents || !originalAt) return undefined
  const own = contents.find(
    (one) => !one.following && one.slotAt.getTime() === originalAt.getTime(),
  )
  return own ?? contents.findLast((one) => one.following && one.slotAt <= originalAt)
}

/**
 * The first slot of the timetable that has a content: its own one or, with `following`, the first one from then on.
 */
export const firstSlotOf = (
  schedule: Schedule,
  { slotAt, following }: Pick<SlotContent, 'slotAt' | 'following'>,
): Slot | undefined =>
  following ? nextSlot(withoutExceptions(schedule), slotAt) : ruleSlot(schedule, slotAt)

/**
 * The exceptions of a series that are not over, in the order of their slots. A content that applies to all following
 * slots is an exception of its own until the first of them is planned: it is the content of the series then.
 */
export function exceptionsOf(
  schedule: Schedule,
  contents: readonly SlotContent[],
  now: Date,
): Exception[] {
  const { timeZone, skips = [], moves = [] } = schedule
  const found = new Map<number, Exception>()
  const lasting = new Map<number, Exception>()
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
  for (const one of contents) {
    const slot = firstSlotOf(schedule, one)
    if (!slot) continue
    const { at, local } = slot
    const { following, body: content } = one
    if (following) {
      lasting.set(at.getTime(), { slotAt: at.toISOString(), local, content, following })
    } else if (at >= now || found.has(at.getTime())) put(at, local, { content })
  }
  const order = ({ slotAt }: Exception) => instant(slotAt).getTime()
  return [...found.values(), ...lasting.values()].toSorted((a, b) => order(a) - order(b))
}

/**
 * A schedule after an edit, with those future exceptions that still match a slot; `dropped` are the others.
 * If the edit contains skips or moves, they replace the earlier ones.
 */
export function keepExceptions(
  before: Schedule | null,
  after: Schedule,
  contents: readonly SlotContent[],
  now: Date,
): { schedule: Schedule; dropped: Exception[] } {
  const { skips, moves, lapsed } = carriedTo(before, after, now)
  const changed = { ...after, skips, moves }
  const all = exceptionsOf(changed, contents, now)
  // A slot that was moved to the time of another slot would never be sent, so its move is undone.
  const onto = movesToUndo(changed)
  const matches = ({ slotAt }: Exception) => ruleSlot(after, instant(slotAt)) !== undefined
  const kept = all.filter(matches)
  const unmatched = contents
    .filter((one) => (one.following || one.slotAt >= now) && !firstSlotOf(after, one))
    .map((one) => ({
      slotAt: one.slotAt.toISOString(),
      local: formerLocal(one),
      content: one.body,
      ...(one.following ? { following: one.following } : {}),
    }))
  const keptSkips = kept.filter(({ skip }) => skip).map(({ local }) => local)
  // Keep past moves, or the slot would fire again at its original time.
  const gone = moves.filter(({ from, to }) => {
    const at = instantOf(from, after.timeZone)
    return at >= now && instantOf(to, after.timeZone) < now && ruleSlot(after, at)
  })
  const keptMoves = [
    ...gone,
    ...kept.flatMap(({ local, moveTo }) =>
      moveTo && !onto.has(local) ? [{ from: local, to: moveTo }] : [],
    ),
  ]
  return {
    schedule: {
      ...withoutExceptions(after),
      ...(keptSkips.length > 0 ? { skips: keptSkips } : {}),
      ...(keptMoves.length > 0 ? { moves: keptMoves } : {}),
    },
    dropped: mergedBySlot([
      ...lapsed.map(({ from, to }) => ({
        slotAt: instantOf(from, after.timeZone).toISOString(),
        local: from,
        moveTo: to,
      })),
      ...all.filter((one) => !matches(one)),
      ...kept.flatMap(({ slotAt, local, moveTo }) =>
        moveTo && onto.has(local) ? [{ slotAt, local, moveTo }] : [],
      ),
      ...unmatched,
    ]),
  }
}

/**
 * The skips and moves of an edit. If the time zone changes, what is over stays over, although its local time may be to
 * come there: it would change another slot, or a run that was sent early would be sent again. Moves to a time that is
 * over only there are `lapsed`.
 */
function carriedTo(before: Schedule | null, after: Schedule, now: Date) {
  const { skips = before?.skips ?? [], moves = before?.moves ?? [] } = after
  if (!before || before.timeZone === after.timeZone) return { skips, moves, lapsed: [] }
  const isOver = (local: string, { timeZone }: Schedule) => instantOf(local, timeZone) < now
  const sentEarly = moves.filter(({ from, to }) => isOver(to, before) && !isOver(from, before))
  const coming = moves.filter(({ to }) => !isOver(to, before))
  return {
    skips: skips.filter((local) => !isOver(local, before)),
    moves: [
      ...sentEarly.map(({ from, to }) => ({
        from,
        to: slotAt(after, instantOf(to, before.timeZone)).local,
      })),
      ...coming.filter(({ to }) => !isOver(to, after)),
    ],
    lapsed: coming.filter(({ to }) => isOver(to, after)),
  }
}

/** The local time of the slot that the content was given for. Old rows have none. */
const formerLocal = ({ local, slotAt }: SlotContent): string =>
  local ?? slotAt.toISOString().slice(0, 16)

/** Merges the exceptions of each slot, in time order: a moved run may also have another text. */
function mergedBySlot(exceptions: readonly Exception[]): Exception[] {
  const bySlot = new Map<string, Exception>()
  for (const one of exceptions) {
    const key = `${one.slotAt} ${one.following ?? ''}`
    bySlot.set(key, { ...one, ...bySlot.get(key) })
  }
  return [...bySlot.values()].toSorted((a, b) => (a.slotAt < b.slotAt ? -1 : 1))
}

/**
 * A series that ends before this slot: on the day before, or on the same day with the rest of the day
 * skipped.
 */
export function endBefore(schedule: Schedule, slot: Slot): Schedule {
  const date = dayOf(slot)
  const before = dayBefore(date)
  const { timeZone, starts = before, skips = [], moves } = schedule
  // Slots from here on end, also if they were moved to before here.
  const ended = {
    ...schedule,
    ...(moves ? { moves: moves.filter(({ from }) => instantOf(from, timeZone) < slot.at) } : {}),
  }
  const first = nextSlot(withoutExceptions(schedule), instantOf(`${date}T00:00`, timeZone))
  if (first?.at.getTime() === slot.at.getTime() && starts <= before) {
    return { ...ended, ends: { on: before } }
  }
  const rest: string[] = []
  for (const { local } of slots(withoutExceptions(schedule), slot.at)) {
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
 * Whether a message or a cycle sends at its slots: also during a pause with an end, which may be over although no
 * job has written that yet.
 */
export const sendsAtItsSlots = ({
  status,
  pausedUntil,
}: {
  status: string
  pausedUntil: Date | null
}): boolean =>
  status === 'scheduled' || status === 'active' || (status === 'paused' && pausedUntil !== null)

/** Whether a save would start a message or a cycle that has stopped since a person saw it. */
export const startsUnseen = (
  present: string,
  { status, openedAs }: { status: string; openedAs?: string | undefined },
): boolean =>
  status === 'active' && present !== 'active' && openedAs !== undefined && openedAs !== present

/**
 * Why a slot cannot be sent now, if there is a reason: a pause with an end, or the slot before it is still
 * being sent. It then waits or is skipped.
 */
export function obstacleOf(
  { pausedUntil, overlap }: { pausedUntil: Date | null; overlap: Overlap },
  isSending: boolean,
  { slotAt, now }: { slotAt: Date; now: Date },
): Obstacle | undefined {
  // New time zone data can move a slot into a pause after which it was planned.
  if (pausedUntil && pausedUntil > latest(slotAt, now)) {
    return { kind: 'wait', for: 'pause', until: pausedUntil }
  }
  if (!isSending) return undefined
  // Until its time, the slot before it may still end.
  if (slotAt > now) return { kind: 'wait', for: 'slot', until: slotAt }
  return overlap === 'wait' ? { kind: 'wait', for: 'overlap' } : { kind: 'skip', reason: 'overlap' }
}

type Obstacle =
  | { kind: 'wait'; for: 'overlap' }
  | { kind: 'wait'; for: 'pause' | 'slot'; until: Date }
  | { kind: 'skip'; reason: 'overlap' }

/** Whether a series pauses itself after this many failures in a row; 0 is never. */
export const failedTooOften = (inARow: number, pauseAfterFailures: number): boolean =>
  pauseAfterFailures > 0 && inARow >= pauseAfterFailures

/** Whether a series that paused itself keeps its reason. A skipped slot does not clear it. */
export const keepsPauseReason = (
  { status, attention }: { status: string; attention: { code: string } | null },
  occurrence: { status: string },
): boolean =>
  status === 'paused' &&
  attention?.code === 'paused_itself' &&
  (occurrence.status === 'skipped' || occurrence.status === 'sending')

/**
 * Throws `conflict` while the deliveries of a series are still being written, because they are written to its
 * present groups.
 */
export function requireFanOutDone(latest: { fanOutFrom: number | null } | undefined): void {
  if (!latest || latest.fanOutFrom === null) return
  throw new AppError('conflict', 'It is being prepared for sending. Try again in a moment.')
}
