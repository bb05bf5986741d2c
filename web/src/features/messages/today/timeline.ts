import type { Send, Stretch } from '@carillon/contract/calendar'
import { goesAt, willSkip } from '../../calendar/sends.ts'
import { localOf } from '../../schedule/when.ts'

/** A series, or a message that goes out once, with all its sends of the day: those listed, and the others summed up. */
export type Row = {
  sourceId: string
  sends: [Send, ...Send[]]
  rest: Stretch[]
  count: number
  next: Send | undefined
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Sorts finished sends after all coming ones. */
const OVER_MS = 1_000 * DAY_MS

/** Whether a send is finished, so that nothing of it is to come. */
const isOver = ({ status, changed }: Send) =>
  (status !== 'planned' && status !== 'sending') || changed === 'skipped'

/** When a send will be sent. A send that waits for quiet hours, or for the next day, is still to come then. */
const dueAt = (send: Send) => Date.parse(goesAt(send))

/**
 * The sends that count. If a message that is sent once did not reach all its groups, and a later send reached the rest,
 * only the later one counts.
 */
export const withoutRepeated = (sends: readonly Send[]): Send[] =>
  sends.filter(
    (send) =>
      send.kind !== 'scheduled' ||
      (send.status !== 'failed' && send.status !== 'partly') ||
      !sends.some(
        ({ sourceId, status, at }) =>
          sourceId === send.sourceId && status === 'done' && Date.parse(at) > Date.parse(send.at),
      ),
  )

/** The sends by source: the next ones first, finished ones last. */
export function rowsOf(sends: readonly Send[], unlisted: readonly Stretch[] = []): Row[] {
  const rows = [...Map.groupBy(sends, ({ sourceId }) => sourceId)].map(([sourceId, own]): Row => {
    const rest = unlisted.filter((one) => one.sourceId === sourceId)
    return {
      sourceId,
      sends: own as [Send, ...Send[]],
      rest,
      count: own.length + countOf(rest),
      next: own.find((send) => !isOver(send)),
    }
  })
  const at = ({ next, sends }: Row) => (next ? dueAt(next) : OVER_MS + Date.parse(sends[0].at))
  return rows.toSorted((a, b) => at(a) - at(b))
}

/** How many sends stretches sum up. */
export const countOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { count }) => sum + count, 0)

/** Whether a row must be shown: it is finished, and some of it did not arrive. */
const wentWrong = ({ next, sends, rest }: Row) =>
  !next && [...sends, ...rest].some(({ status }) => status === 'failed' || status === 'partly')

/**
 * The rows that are shown at first, in order: up to `most` coming ones, or else the last ones; and the latest `most`
 * rows with problems.
 */
export function foldedRows(rows: readonly Row[], most: number): Row[] {
  const toCome = rows.filter(({ next }) => next)
  const first = toCome.length > 0 ? toCome.slice(0, most) : rows.slice(-most)
  const shown = new Set([...first, ...rows.filter(wentWrong).slice(-most)])
  return rows.filter((row) => shown.has(row))
}

/** The time span of a timeline, in milliseconds: from the first send, or from now, until 24 hours from now. */
export function axisOf(
  sends: readonly Send[],
  now: number,
  unlisted: readonly Stretch[] = [],
): { from: number; to: number } {
  const times = [...sends.map(({ at }) => at), ...unlisted.map(({ from }) => from)]
  const first = Math.min(now, ...times.map(Date.parse))
  return { from: Math.floor(first / HOUR_MS) * HOUR_MS, to: now + DAY_MS }
}

/** The position of an instant on the axis, in percent. */
export const placeOn = ({ from, to }: { from: number; to: number }, at: number) =>
  Math.round((1_000 * 100 * (Math.min(Math.max(at, from), to) - from)) / (to - from)) / 1_000

/** Zones are apart from UTC by whole quarters of an hour. */
const STEP_MS = HOUR_MS / 4

/** A label this near an end of the axis would not stand at its time, in percent. */
const EDGE = 3

/** The full hours of the wall clock with a label on the axis: as far apart as five to ten of them fit. */
export function ticksOf(
  axis: { from: number; to: number },
  timeZone: string,
): { at: string; local: string }[] {
  const { from, to } = axis
  const apart = to - from > 30 * HOUR_MS ? 6 : 3
  const ticks: { at: string; local: string }[] = []
  for (let at = from; at < to; at += STEP_MS) {
    const local = localOf(new Date(at), timeZone)
    const place = placeOn(axis, at)
    if (place < EDGE || place > 100 - EDGE) continue
    if (local.slice(14) === '00' && Number(local.slice(11, 13)) % apart === 0) {
      ticks.push({ at: new Date(at).toISOString(), local })
    }
  }
  return ticks
}

/** Sends so close together that one mark stands for them: its position, and the worst status of them. */
export type Mark = { place: number; status: Send['status'] }

/** How close two marks may come, in percent of the axis. */
const MARK_WIDTH = 1.2

/** From the most to the least important. */
const WORST: Send['status'][] = ['failed', 'partly', 'sending', 'planned', 'done', 'skipped']

export function marksOf(
  sends: readonly Send[],
  axis: { from: number; to: number },
  rest: readonly Stretch[] = [],
): Mark[] {
  const all = [
    ...sends.map((send) => {
      // Sends that no group has, or has any more.
      const left =
        (send.changed === 'skipped' && send.status === 'planned') ||
        (send.status === 'done' && send.deleted === 'all') ||
        willSkip(send)
      const status = left ? 'skipped' : send.waitsUntil ? 'planned' : send.status
      return { place: placeOn(axis, dueAt(send)), status }
    }),
    ...rest.flatMap((stretch) => marksAlong(stretch, axis)),
  ]
  const marks: Mark[] = []
  for (const mark of all.toSorted((a, b) => a.place - b.place)) {
    const last = marks.at(-1)
    if (!last || mark.place - last.place >= MARK_WIDTH) marks.push(mark)
    else if (WORST.indexOf(mark.status) < WORST.indexOf(last.status)) last.status = mark.status
  }
  return marks
}

/** A stretch has marks all along, closer than they are seen apart, so that none is missed beside those of other sends. */
function marksAlong(stretch: Stretch, axis: { from: number; to: number }): Mark[] {
  const [from, to] = [stretch.from, stretch.to].map((at) => placeOn(axis, Date.parse(at))) as [
    number,
    number,
  ]
  const steps = Math.ceil((4 * (to - from)) / MARK_WIDTH)
  const status = stretch.willSkip ? 'skipped' : stretch.status
  return Array.from({ length: steps + 1 }, (_, n) => ({
    place: from + (n * (to - from)) / (steps || 1),
    status,
  }))
}
