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

/** What lists show of a series besides its own columns. */
export type SeriesSummary = {
  occurrence: ShownOccurrence | null
  /** The last of its occurrences, the newest first. */
  results: ResultRow[]
  /** Its slots that say something of their own. */
  rewordedSlots: RewordedSlot[]
  /** The quiet hours of its groups. */
  quiet: QuietGroups[]
}

/** Reads what lists show of these series; answers a function from an id to it. */
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

/** What is shown of a series that has no groups yet. */
export const NO_GROUPS: FirstGroups = { groupIds: [], groupCount: 0 }
