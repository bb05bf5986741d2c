import type * as real from '../../../src/occurrences/reads-store.ts'
import { rowsOf, type OccurrenceRow, type Rows } from '../rows.ts'

const of = (rows: Rows, source: string, sourceId: string) =>
  [...rows.occurrences.values()].filter((row) => row.source === source && row.sourceId === sourceId)

const dueLast = (a: OccurrenceRow, b: OccurrenceRow) =>
  b.dueAt.getTime() - a.dueAt.getTime() || (a.id < b.id ? 1 : -1)

/** As the store has it. */
const AHEAD_MAX = 10

export const latestOccurrences: typeof real.latestOccurrences = async (reading, source, ids) => {
  const rows = rowsOf(reading)
  return new Map(
    ids.flatMap((id) => {
      const last = of(rows, source, id).toSorted(dueLast).slice(0, AHEAD_MAX)
      const [latest] = last.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      if (!latest) return []
      const { decided: _, ...shown } = latest
      return [[id, shown] as const]
    }),
  )
}

export const latestOccurrence: typeof real.latestOccurrence = async (reading, source, id) =>
  (await latestOccurrences(reading, source, [id])).get(id)

export const readDecided: typeof real.readDecided = async (reading, ids) => {
  const { occurrences } = rowsOf(reading)
  return new Map(
    ids.flatMap((id) => {
      const decided = occurrences.get(id)?.decided
      return decided ? [[id, decided] as const] : []
    }),
  )
}

export const readSending: typeof real.readSending = async (reading, source, ids) =>
  new Set(
    ids.filter((id) =>
      of(rowsOf(reading), source, id).some(
        ({ finishedAt, reopened }) => finishedAt === null && !reopened,
      ),
    ),
  )

export const countFailures: typeof real.countFailures = async (reading, source, series) =>
  new Map(
    series.map(({ id, pauseAfterFailures }) => {
      const ended = of(rowsOf(reading), source, id)
        .filter(({ status }) => ['done', 'partly', 'failed'].includes(status))
        .toSorted(dueLast)
        .slice(0, pauseAfterFailures)
      const other = ended.findIndex(({ status }) => status !== 'failed')
      return [id, other < 0 ? ended.length : other]
    }),
  )
