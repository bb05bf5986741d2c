import type { Content } from '@carillon/contract/content/content'
import type { Reading } from '../platform/context.ts'
import {
  NO_GROUPS,
  readSlotContents,
  readSummaries,
  type FirstGroups,
  type SeriesSummary,
} from '../series/actions.ts'
import type { SlotContent } from '../series/rules.ts'
import type { LoadedCycle } from './slot-facts.ts'
import { readStepContents, readStepTexts, type StepText } from './steps-store.ts'
import * as store from './store.ts'
import { readFirstGroups } from './targets-store.ts'
import { completeRows, inPages } from './load-cycles.ts'

/** How many characters of a step are shown with its cycle. */
const BRIEF_MAX = 140

/** A cycle with everything that a list shows. */
export type Summary = LoadedCycle &
  SeriesSummary &
  FirstGroups & {
    /** The text of each step. */
    texts: ReadonlyMap<string, StepText>
  }

/** A cycle with everything that its own page shows. */
export type Shown = Summary & {
  contents: ReadonlyMap<string, Content>
  slotContents: SlotContent[]
}

/** One cycle of this user with everything that its own page shows. */
export async function readShown(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Shown | undefined> {
  const row = await store.find(reading, userId, id)
  return row && (await showAll(reading, [row]))[0]
}

/** One cycle of this user with everything that a list shows. */
export async function readSummary(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Summary | undefined> {
  const row = await store.find(reading, userId, id)
  for await (const summary of eachSummary(reading, row ? [row] : [])) return summary
  return undefined
}

/** Adds to rows what the page of a cycle shows, in the same order. */
export async function showAll(reading: Reading, rows: readonly store.CycleRow[]): Promise<Shown[]> {
  const slotContents = await readSlotContents(
    reading,
    'cycle',
    rows.map(({ id }) => id),
  )
  const shown: Shown[] = []
  for await (const summary of eachSummary(reading, rows)) {
    const contents = await readStepContents(reading, summary.row.id)
    shown.push({ ...summary, contents, slotContents: slotContents.get(summary.row.id) ?? [] })
  }
  return shown
}

/** Adds to rows what a list shows, one by one, so that only the groups of one page are in memory. */
export async function* eachSummary(
  reading: Reading,
  rows: readonly store.CycleRow[],
): AsyncGenerator<Summary, void, undefined> {
  const groups = await readFirstGroups(
    reading,
    rows.map(({ id }) => id),
  )
  for (const page of inPages(rows, ({ id }) => groups.get(id)?.groupCount ?? 0)) {
    const ids = page.map(({ id }) => id)
    const texts = await readStepTexts(reading, ids, BRIEF_MAX)
    const shownOf = await readSummaries(reading, 'cycle', ids)
    for (const loaded of await completeRows(reading, page)) {
      const { id } = loaded.row
      yield {
        ...loaded,
        texts,
        ...shownOf(id),
        ...(groups.get(id) ?? NO_GROUPS),
      }
    }
  }
}
