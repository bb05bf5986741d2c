import {
  lastResults,
  shownOccurrences,
  type ResultRow,
  type ShownOccurrence,
} from '../occurrences/actions.ts'
import type { Content } from '@carillon/contract/content/content'
import type { Reading } from '../platform/context.ts'
import { readRewordedSlots, readSlotContents, type RewordedSlot } from '../series/actions.ts'
import type { SlotContent } from '../series/rules.ts'
import type { QuietGroups } from '../sending/rules.ts'
import type { Whole } from './rotation.ts'
import { readStepContents, readStepTexts } from './steps-store.ts'
import * as store from './store.ts'
import { readFirstGroups, readQuiet } from './targets-store.ts'
import { completeRows } from './wholes.ts'

/** How much of a step is told with its cycle, in characters. */
const BRIEF_MAX = 140

/** A cycle with all that lists show of it. */
export type Summary = Whole & {
  /** How each step begins. */
  texts: ReadonlyMap<string, string>
  /** The first groups it goes to, and how many there are. */
  groupIds: string[]
  groupCount: number
  occurrence: ShownOccurrence | null
  results: ResultRow[]
  rewordedSlots: RewordedSlot[]
  quiet: QuietGroups[]
}

/** The same with everything that is shown of it by itself. */
export type Shown = Summary & {
  contents: ReadonlyMap<string, Content>
  slotContents: SlotContent[]
}

/** One cycle of this user with all that is shown of it. */
export async function readShown(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Shown | undefined> {
  const row = await store.find(reading, userId, id)
  return row && (await showAll(reading, [row]))[0]
}

/** The same with what lists show of it. */
export async function readSummary(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Summary | undefined> {
  const row = await store.find(reading, userId, id)
  return row && (await summarize(reading, [row]))[0]
}

/** Adds what is shown of cycles by themselves to their rows, in the same order. */
export async function showAll(reading: Reading, rows: readonly store.CycleRow[]): Promise<Shown[]> {
  const slotContents = await readSlotContents(
    reading,
    'cycle',
    rows.map(({ id }) => id),
  )
  const shown: Shown[] = []
  for (const summary of await summarize(reading, rows)) {
    const contents = await readStepContents(reading, summary.row.id)
    shown.push({ ...summary, contents, slotContents: slotContents.get(summary.row.id) ?? [] })
  }
  return shown
}

/** Adds what lists show of cycles to their rows, in the same order. */
export async function summarize(
  reading: Reading,
  rows: readonly store.CycleRow[],
): Promise<Summary[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const wholes = await completeRows(reading, rows)
  const texts = await readStepTexts(reading, ids, BRIEF_MAX)
  const groups = await readFirstGroups(reading, ids)
  const occurrences = await shownOccurrences(reading, 'cycle', ids)
  const results = await lastResults(reading, 'cycle', ids)
  const reworded = await readRewordedSlots(reading, 'cycle', ids)
  const quiet = await readQuiet(reading, ids)
  return wholes.map((whole) => ({
    ...whole,
    texts,
    ...(groups.get(whole.row.id) ?? { groupIds: [], groupCount: 0 }),
    occurrence: occurrences.get(whole.row.id) ?? null,
    results: results.get(whole.row.id) ?? [],
    rewordedSlots: reworded.get(whole.row.id) ?? [],
    quiet: quiet.get(whole.row.id) ?? [],
  }))
}
