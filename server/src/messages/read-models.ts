import type { Content } from '@carillon/contract/content/content'
import { readShownContents } from '../content/actions.ts'
import type { Reading } from '../platform/context.ts'
import {
  NO_GROUPS,
  readSlotContents,
  readSummaries,
  type FirstGroups,
  type SeriesSummary,
  type Target,
} from '../series/actions.ts'
import type { SlotContent } from '../series/rules.ts'
import { readReach, type Reach } from './history-store.ts'
import { find, type MessageRow } from './store.ts'
import { readFirstGroups, readTargets } from './targets-store.ts'

/** A message with everything that a list shows. */
export type Summary = MessageRow &
  SeriesSummary &
  FirstGroups & { content: Content; reach: Reach | undefined }

/** A message with everything that its own page shows. */
export type Message = Summary & { targets: Target[]; slotContents: SlotContent[] }

/** One message of this user with everything that its own page shows. */
export async function read(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Message | undefined> {
  const row = await find(reading, userId, id)
  return row && (await complete(reading, [row]))[0]
}

/** One message of this user with everything that a list shows. */
export async function readSummary(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Summary | undefined> {
  const row = await find(reading, userId, id)
  return row && (await summarize(reading, [row]))[0]
}

/** Adds to rows what the page of a message shows, in the same order. */
export async function complete(reading: Reading, rows: readonly MessageRow[]): Promise<Message[]> {
  const summaries = await summarize(reading, rows)
  const ids = rows.map((row) => row.id)
  const targets = await readTargets(reading, ids)
  const slotContents = await readSlotContents(reading, 'message', ids)
  return summaries.map((summary) => ({
    ...summary,
    targets: (targets.get(summary.id) ?? []).filter(({ removed }) => !removed),
    slotContents: slotContents.get(summary.id) ?? [],
  }))
}

/** Adds to rows what a list shows, in the same order. */
export async function summarize(reading: Reading, rows: readonly MessageRow[]): Promise<Summary[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const contents = await readShownContents(
    reading,
    rows.map((row) => row.contentId),
  )
  const groups = await readFirstGroups(reading, ids)
  const shownOf = await readSummaries(reading, 'message', ids)
  const partly = rows.filter(
    ({ id, kind }) =>
      kind === 'scheduled' && shownOf(id).results.some(({ status }) => status === 'partly'),
  )
  const reach = await readReach(
    reading,
    partly.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    ...shownOf(row.id),
    reach: reach.get(row.id),
    ...(groups.get(row.id) ?? NO_GROUPS),
    content: contents.get(row.contentId)!,
  }))
}
