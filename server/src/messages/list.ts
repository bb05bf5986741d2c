import type { DataOf } from '@carillon/contract/endpoint'
import type * as contract from '@carillon/contract/messages'
import type { MessageKind } from '@carillon/contract/messages'
import { MessageStatus } from '@carillon/contract/schemas/messages'
import type { UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { inSlices } from '../platform/slices.ts'
import { presentSummary } from './present.ts'
import { summarize } from './summary-store.ts'
import * as store from './list-store.ts'

/** What to list: statuses with commas, a group, words in title or text, only what needs attention. */
export type Query = {
  kind?: MessageKind | undefined
  status?: string | undefined
  groupId?: string | undefined
  q?: string | undefined
  attention?: 'true' | undefined
  cursor?: string | undefined
  limit: number
}

/** The caller's messages: those to come by their time, then the rest, the last changed first. */
export async function listMessages(ctx: UserContext, query: Query) {
  const { groupId, q, attention, limit } = query
  const filter: store.Filter = {
    userId: ctx.user.id,
    ...(query.kind ? { kind: query.kind } : {}),
    ...(query.status ? { statuses: readStatuses(query.status) } : {}),
    ...(groupId ? { groupId: isUuid(groupId) ? groupId : NO_ID } : {}),
    ...(q?.trim() ? { q: q.trim() } : {}),
    ...(attention ? { attention: true } : {}),
  }
  const cursor = query.cursor ? readCursor(query.cursor) : undefined
  const rows = await store.list(
    ctx,
    filter,
    cursor && { ...cursor, upcoming: cursor.part === 'upcoming' },
    limit + 1,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const now = ctx.clock.now()
  const letOthers = inSlices()
  const items = []
  for (const one of await summarize(ctx, shown)) {
    items.push(presentSummary(one, now))
    await letOthers()
  }
  return {
    items,
    nextCursor: last
      ? writeCursor({
          part: last.nextAt ? 'upcoming' : 'rest',
          at: last.nextAt ?? last.updatedAt,
          id: last.id,
        })
      : null,
  }
}

/** How many messages the caller has, by status, and how many of them need attention. */
export async function countMessages(
  ctx: UserContext,
  kind: MessageKind | undefined,
): Promise<DataOf<typeof contract.countMessages>> {
  const rows = await store.count(ctx, ctx.user.id, kind)
  return {
    statuses: Object.fromEntries(rows.map(({ status, messages }) => [status, messages])),
    attention: rows.reduce((sum, { attention }) => sum + attention, 0),
  }
}

/** Matches no row, as a question for what cannot exist should. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

function readStatuses(text: string): MessageStatus[] {
  return text.split(',').map((word) => {
    const status = MessageStatus.safeParse(word.trim())
    if (!status.success) throw invalid('status', `There is no status "${word}".`)
    return status.data
  })
}
