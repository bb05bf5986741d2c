import type { MessageKind, MessageStatus } from '@carillon/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { containing, rowsOf, type Cursor, type Filter as SeriesFilter } from '../series/store.ts'
import { slotTextMatches } from '../series/slot-contents-store.ts'
import { needsAttention } from '../series/targets-store.ts'
import type { MessageRow } from './store.ts'
import { kindWordsIn, fullTextIn } from '../content/store.ts'

export type Filter = SeriesFilter<MessageStatus> & { kind?: MessageKind; q?: string }

/** Messages that match: the upcoming ones by their time, then the others, the last changed first. */
export const list = (
  reading: Reading,
  { kind, q, ...filter }: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<MessageRow[]> => {
  const and = [
    sql<boolean>`not trial`,
    ...(kind ? [sql<boolean>`kind = ${kind}`] : []),
    ...(q ? [matchesText(filter.userId, containing(q))] : []),
  ]
  return rowsOf('message').list(reading, filter, and, cursor, limit)
}

/**
 * Whether the title, the text, the text of a single run, or the kind matches. Without the user, PostgreSQL would read the texts of all users first.
 * Those of one person are few enough to be read (5,000 of 4 kB: 0.66 s on two busy cores, 2026-11); a trigram
 * index would cost every write.
 */
const matchesText = (
  userId: string,
  pattern: string,
): RawBuilder<boolean> => sql`(title ilike ${pattern} or exists (
  select from contents where contents.id = content_id and contents.user_id = ${userId}
     and (${fullTextIn(sql`body`)} ilike ${pattern} or ${kindWordsIn(sql`body`)} ilike ${pattern}))
  or ${slotTextMatches('message', userId, pattern)})`

/** How many messages of a user have each status, and how many of these need attention. */
export const count = (
  reading: Reading,
  userId: string,
  kind: MessageKind | undefined,
): Promise<{ status: MessageStatus; messages: number; attention: number }[]> =>
  reading.db
    .selectFrom('messages as series')
    .select((row) => [
      'status',
      row.fn.countAll<number>().as('messages'),
      row.fn.countAll<number>().filterWhere(needsAttention('message')).as('attention'),
    ])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('trial', '=', false)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .groupBy('status')
    .execute()
