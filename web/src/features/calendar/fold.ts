import { selectFairly, type Send } from '@carillon/contract/calendar'
import type { Tone } from '../../ui/Status.tsx'
import { localOf } from '../schedule/when.ts'
import type { CalendarDay } from './move.ts'
import { sendWords } from './sends.ts'

/** A row of a day or an hour: a send; or all sends of a series that goes out often, of which `send` is one. */
export type Row = { send: Send; fold?: Fold }

export type Fold = {
  count: number
  /** The local times of the first and the last one; undefined if they are not known. */
  span?: { first: string; last: string }
  /** How many are in each state; the first one is that of the row. */
  states: State[]
}

/** A state of several sends, as `sendWords` has it. */
export type State = { label: string; tone: Tone; count: number }

/** Which sends the sheet of a day shows first: those of a source on the day, or in an hour of it (`2026-12-01T09`). */
export type Aim = { sourceId: string; within: string }

type Unlisted = NonNullable<CalendarDay['unlisted']>

/** The sends of a day, or of an hour of it: those listed, and the others summed up. */
export type Part = {
  sends: readonly Send[]
  unlisted?: Unlisted | undefined
  /** There are more sends, later on the day, that nobody has counted. */
  atLeast?: true | undefined
  /** If it is an hour: the sends of the whole day, which name the series of which none is listed in the hour. */
  named?: readonly Send[]
}

/** An hour of a day, `09`. */
export function hourOf({ sends, unlisted = [] }: Part, hour: string): Part {
  return {
    sends: sends.filter(({ local }) => local.slice(11, 13) === hour),
    unlisted: unlisted
      .map((one) => ({ ...one, count: one.hours[Number(hour)] ?? 0 }))
      .filter(({ count }) => count > 0),
    named: sends,
  }
}

/**
 * The rows of a day or an hour. A series with more than `few` sends is one row, and so is one of which not all are
 * listed. First come the sends that are rare, in time order, then such series, the rarer ones first.
 */
export function rowsOf(part: Part, few: number, timeZone: string): Row[] {
  const { sends, unlisted = [], named = sends } = part
  const ofSource = Map.groupBy(sends, ({ sourceId }) => sourceId)
  const restOf = Map.groupBy(unlisted, ({ sourceId }) => sourceId)
  const folds = new Map<string, Required<Row>>()
  for (const sourceId of new Set([...ofSource.keys(), ...restOf.keys()])) {
    const own = ofSource.get(sourceId) ?? []
    const rest = restOf.get(sourceId) ?? []
    if (rest.length === 0 && own.length <= few) continue
    const send = namingOf(own) ?? namingOf(named.filter((one) => one.sourceId === sourceId))
    // When those that are not listed go is known of the day alone, not of an hour.
    const isKnown = !part.atLeast && !(part.named && rest.length > 0)
    const span = isKnown ? spanOf(own, rest, timeZone) : undefined
    const count = own.length + sum(rest)
    const fold = { count, ...(span ? { span } : {}), states: statesOf(own, rest) }
    if (send) folds.set(sourceId, { send, fold })
  }
  return [
    ...sends.filter(({ sourceId }) => !folds.has(sourceId)).map((send) => ({ send })),
    ...[...folds.values()].toSorted((a, b) => a.fold.count - b.fold.count),
  ]
}

/** The send that names its series: preferably one without a text of its own. */
const namingOf = (sends: readonly Send[]): Send | undefined =>
  sends.find(({ changed }) => !changed) ?? sends[0]

function spanOf(own: readonly Send[], rest: Unlisted, timeZone: string) {
  const times = [
    ...own.map(({ local }) => local),
    ...rest.flatMap(({ from, to }) => [from, to].map((at) => localOf(new Date(at), timeZone))),
  ].toSorted()
  const [first, last] = [times[0], times.at(-1)]
  return first && last ? { first, last } : undefined
}

/** What needs a look first, then what is to come: so the first state is that of the whole row. */
const ORDER: readonly Tone[] = ['danger', 'warn', 'busy', 'info', 'good', 'neutral', 'accent']

/** How many sends are in each state. What waits is to come, whatever it waits for. */
function statesOf(own: readonly Send[], rest: Unlisted): State[] {
  const states = new Map<string, State>()
  const add = ({ label, tone }: { label: string; tone: Tone }, count: number) => {
    const known = label === 'Waiting' ? sendWords({ status: 'planned' }) : { label, tone }
    const state = states.get(known.label)
    if (state) state.count += count
    else states.set(known.label, { ...known, count })
  }
  for (const send of own) add(sendWords(send), 1)
  for (const one of rest) add(sendWords(one), one.count)
  return [...states.values()].toSorted(
    (a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone) || b.count - a.count,
  )
}

/** How many rows have room, from how many sends on a series is one row, and how many sends there are. */
type Room = { rows: number; few: number; count: number }

export type Shown = { shown: Row[]; rest: number; failed: number }

/**
 * Returns the rows for which there is room. Of the other rows it returns only how many sends they have, and how many of
 * these sends failed. A series with few sends is one row as well, if then every row has room.
 */
export function fitted(part: Part, { rows: most, few, count }: Room, timeZone: string): Shown {
  // One more row needs the same space as the line "1 more".
  const fits = (rows: readonly Row[]) => rows.length <= most + 1 && sum(rows.map(countOf)) >= count
  const usual = rowsOf(part, few, timeZone)
  for (let fewer = few; fewer > 0; fewer--) {
    const rows = fewer === few ? usual : rowsOf(part, fewer, timeZone)
    if (fits(rows)) return { shown: rows, rest: 0, failed: 0 }
  }
  const rare = usual.flatMap(({ send, fold }) => (fold ? [] : send))
  const chosen = new Set(selectFairly(rare, most))
  const folds = usual.filter(({ fold }) => fold).slice(0, most - chosen.size)
  const shown = [...usual.filter(({ send, fold }) => !fold && chosen.has(send)), ...folds]
  return {
    shown,
    rest: count - sum(shown.map(countOf)),
    failed: sum(usual.filter((row) => !shown.includes(row)).map(failedOf)),
  }
}

const countOf = ({ fold }: Row) => ({ count: fold?.count ?? 1 })

const failedOf = ({ send, fold }: Row) => ({
  count: fold
    ? (fold.states.find(({ tone }) => tone === 'danger')?.count ?? 0)
    : Number(send.status === 'failed'),
})

const sum = (all: readonly { count: number }[]) => all.reduce((so, { count }) => so + count, 0)

/** The send that the sheet of a day shows first: one that failed, or else the next one, or the first. */
export function aimedAt(sends: readonly Send[], { sourceId, within }: Aim): Send | undefined {
  const own = sends.filter((send) => send.sourceId === sourceId && send.local.startsWith(within))
  return (
    own.find(({ status }) => status === 'failed') ??
    own.find(({ status }) => status === 'planned' || status === 'sending') ??
    own[0]
  )
}
