import {
  lastResults,
  shownOccurrences,
  type ResultRow,
  type ShownOccurrence,
} from '../occurrences/actions.ts'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading } from '../platform/context.ts'
import type { QuietGroups } from '../sending/rules.ts'
import { readRewordedSlots, type RewordedSlot } from './slot-contents-store.ts'
import { targetsOf, type FirstGroups } from './targets-store.ts'

/** What lists show of a series in addition to its columns. */
export type SeriesSummary = {
  occurrence: ShownOccurrence | null
  /** The last of its occurrences, the newest first. */
  results: ResultRow[]
  /** Its slots with their own text. */
  rewordedSlots: RewordedSlot[]
  /** The quiet hours of its groups. */
  quiet: QuietGroups[]
}

/** Reads what lists show of these series. Returns a function from an id to its summary. */
export async function readSummaries(
  reading: Reading,
  source: SourceKind,
  ids: readonly string[],
): Promise<(id: string) => SeriesSummary> {
  const occurrences = await shownOccurrences(reading, source, ids)
  const results = await lastResults(reading, source, ids)
  const reworded = await readRewordedSlots(reading, source, ids)
  const quiet = await targetsOf(source).readQuiet(reading, ids)
  return (id) => ({
    occurrence: occurrences.get(id) ?? null,
    results: results.get(id) ?? [],
    rewordedSlots: reworded.get(id) ?? [],
    quiet: quiet.get(id) ?? [],
  })
}

/** The groups of a series without groups. */
export const NO_GROUPS: FirstGroups = { groupIds: [], groupCount: 0 }
