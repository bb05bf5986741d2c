import type { DataOf } from '@carillon/contract/endpoint'
import type * as contract from '@carillon/contract/messages'
import type { MessageKind } from '@carillon/contract/messages'
import { MessageStatus } from '@carillon/contract/schemas/messages'
import type { UserContext } from '../platform/context.ts'
import { filterOf, pageOf, type ListQuery } from '../series/actions.ts'
import { presentSummary } from './present.ts'
import { summarize } from './read-models.ts'
import * as store from './list-store.ts'

/** What to list; `kind` restricts it to scheduled or automated messages. */
export type Query = ListQuery & { kind?: MessageKind | undefined }

/** The caller's messages: the upcoming ones by their time, then the others, the last changed first. */
export function listMessages(ctx: UserContext, query: Query) {
  const filter: store.Filter = {
    ...filterOf(ctx, query, (word) => MessageStatus.safeParse(word)),
    ...(query.kind ? { kind: query.kind } : {}),
  }
  const now = ctx.clock.now()
  return pageOf(
    ctx,
    query,
    (cursor, limit) => store.list(ctx, filter, cursor, limit),
    (rows) => summarize(ctx, rows),
    (one, forecastsOf) => presentSummary(one, now, forecastsOf(one.id)),
  )
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
