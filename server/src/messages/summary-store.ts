import type { Content } from '@carillon/contract/content/content'
import { SUMMARY_GROUPS } from '@carillon/contract/messages'
import { sql, type NotNull } from 'kysely'
import { list } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import type { Reading } from '../platform/context.ts'
import type { SlotContent } from '../series/rules.ts'
import { type RewordedSlot } from '../series/store.ts'
import type { QuietGroups } from '../sending/rules.ts'
import { readRewordedSlots, readSlotContents } from '../series/actions.ts'
import {
  lastResults,
  shownOccurrences,
  type ShownOccurrence,
  type ResultRow,
} from '../occurrences/actions.ts'
import type { MessageRow } from './store.ts'
import { type Target, readTargets } from './targets-store.ts'

const prepared = sql.raw(PREPARED)

/** A message with all that lists show of it. */
export type Summary = MessageRow & {
  content: Content
  /** The first groups it goes to, and how many there are. */
  groupIds: string[]
  groupCount: number
  occurrence: ShownOccurrence | null
  /** The last of its occurrences, the newest first. */
  results: ResultRow[]
  /** Its slots that say something of their own. */
  rewordedSlots: RewordedSlot[]
  /** The quiet hours of its groups. */
  quiet: QuietGroups[]
}

/** The same with everything that is shown of it by itself. */
export type Message = Summary & { targets: Target[]; slotContents: SlotContent[] }

/** One message of this user with all that is shown of it. */
export async function read(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Message | undefined> {
  const row = await readRow(reading, userId, id)
  return row && (await complete(reading, [row]))[0]
}

/** The same with what lists show of it. */
export async function readSummary(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Summary | undefined> {
  const row = await readRow(reading, userId, id)
  return row && (await summarize(reading, [row]))[0]
}

const readRow = (reading: Reading, userId: string, id: string): Promise<MessageRow | undefined> =>
  reading.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Adds what is shown of messages by themselves to their rows, in the same order. */
export async function complete(reading: Reading, rows: readonly MessageRow[]): Promise<Message[]> {
  const summaries = await summarize(reading, rows)
  const ids = rows.map((row) => row.id)
  const targets = await readTargets(reading, ids)
  const slotContents = await readSlotContents(reading, 'message', seriesOf(rows))
  return summaries.map((summary) => ({
    ...summary,
    targets: (targets.get(summary.id) ?? []).filter(({ removed }) => !removed),
    slotContents: slotContents.get(summary.id) ?? [],
  }))
}

const seriesOf = (rows: readonly MessageRow[]) =>
  rows.filter((row) => row.kind === 'automated').map((row) => row.id)

/** Adds what lists show of messages to their rows, in the same order. */
export async function summarize(reading: Reading, rows: readonly MessageRow[]): Promise<Summary[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const contents = await reading.db
    .selectFrom('contents')
    .select(['id', 'body'])
    .where(
      'id',
      'in',
      rows.map((row) => row.contentId),
    )
    .execute()
  const bodies = new Map(contents.map((content) => [content.id, content.body]))
  const groups = await readFirstGroups(reading, ids)
  const occurrences = await shownOccurrences(reading, 'message', ids)
  const results = await lastResults(reading, 'message', ids)
  const reworded = await readRewordedSlots(reading, 'message', seriesOf(rows))
  const quiet = await readQuiet(reading, ids)
  return rows.map((row) => ({
    ...row,
    content: bodies.get(row.contentId)!,
    ...(groups.get(row.id) ?? { groupIds: [], groupCount: 0 }),
    occurrence: occurrences.get(row.id) ?? null,
    results: results.get(row.id) ?? [],
    rewordedSlots: reworded.get(row.id) ?? [],
    quiet: quiet.get(row.id) ?? [],
  }))
}

/** Whether a group of a message (`m`) is one still: what is removed is not shown. */
const kept = sql`not exists (select from groups g where g.id = m.group_id and g.status = 'removed')`

/** The first groups of messages, and how many each goes to. */
async function readFirstGroups(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Pick<Summary, 'groupIds' | 'groupCount'>>> {
  const { rows } = await sql<{ id: string } & Pick<Summary, 'groupIds' | 'groupCount'>>`${prepared}
    select asked.id, coalesce(first.ids, '{}') as group_ids,
           (select count(*)::int from message_groups m where message_id = asked.id and ${kept}) as group_count
      from unnest(${list(ids)}::uuid[]) as asked (id)
     cross join lateral (
       select array_agg(group_id order by position)::text[] as ids
         from (select group_id, position from message_groups m where message_id = asked.id and ${kept}
                order by position limit ${SUMMARY_GROUPS}) as few) as first`.execute(reading.db)
  return new Map(rows.map(({ id, ...groups }) => [id, groups]))
}

/** The quiet hours of the groups that messages can go to, those that are the same as one. */
export async function readQuiet(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, QuietGroups[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('messageGroups')
    .innerJoin('groups', 'groups.id', 'messageGroups.groupId')
    .innerJoin('users', 'users.id', 'groups.userId')
    .select(['messageId', 'groups.quietHours'])
    .select((row) => [
      row.fn.coalesce('groups.timeZone', 'users.timeZone').as('timeZone'),
      row.fn.countAll<number>().as('groups'),
    ])
    .where('messageId', 'in', ids)
    .where('groups.status', 'in', ['active', 'limited'])
    .where('groups.quietHours', 'is not', null)
    .groupBy(['messageId', 'groups.quietHours', 'groups.timeZone', 'users.timeZone'])
    .$narrowType<{ quietHours: NotNull }>()
    .execute()
  return Map.groupBy(rows, (row) => row.messageId)
}
