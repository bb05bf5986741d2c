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
import type { Whole } from './rotation.ts'
import { readStepContents, readStepTexts } from './steps-store.ts'
import * as store from './store.ts'
import { readFirstGroups } from './targets-store.ts'
import { completeRows, inPages } from './wholes.ts'

/** How much of a step is told with its cycle, in characters. */
const BRIEF_MAX = 140

/** A cycle with all that lists show of it. */
export type Summary = Whole &
  SeriesSummary &
  FirstGroups & {
    /** How each step begins. */
    texts: ReadonlyMap<string, string>
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
  for await (const summary of eachSummary(reading, row ? [row] : [])) return summary
  return undefined
}

/** Adds what is shown of cycles by themselves to their rows, in the same order. */
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

/** Adds what lists show of cycles to their rows, one by one: no more groups are held than are read at once. */
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
    for (const whole of await completeRows(reading, page)) {
      const { id } = whole.row
      yield {
        ...whole,
        texts,
        ...shownOf(id),
        ...(groups.get(id) ?? NO_GROUPS),
      }
    }
  }
}
