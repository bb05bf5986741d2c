import { channelFacts, networkOf, type Network } from '@carillon/contract/channels'
import { ChannelKind } from '@carillon/contract/schemas/config'
import type { Context, UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { listChanged, readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { startLongWork } from '../platform/long-work.ts'
import { readForecasts, type RunForecasts } from './forecast.ts'
import type { Cursor, Filter } from './store.ts'

/** The filters of a list (statuses separated by commas, group, network, search text, attention) and its order. */
export type ListQuery = {
  status?: string | undefined
  groupId?: string | undefined
  q?: string | undefined
  network?: Network | undefined
  attention?: 'true' | undefined
  sort?: 'next' | 'changed' | undefined
  cursor?: string | undefined
  limit: number
}

/** The query as the store reads it. `read` is the schema of a status; throws `invalid` for another word. */
export function filterOf<Status extends string>(
  ctx: UserContext,
  { status, groupId, network, q, attention, sort }: ListQuery,
  read: (word: string) => { success: true; data: Status } | { success: false },
): Filter<Status> & { q?: string } {
  return {
    userId: ctx.user.id,
    ...(status ? { statuses: readStatuses(status, read) } : {}),
    ...(groupId ? { groupId: isUuid(groupId) ? groupId : NO_ID } : {}),
    ...(q?.trim() ? { q: q.trim() } : {}),
    ...(network ? { channels: channelsOf(network) } : {}),
    ...(attention ? { attention: true } : {}),
    ...(sort === 'changed' ? { byChange: true } : {}),
  }
}

const channelsOf = (network: Network) =>
  ChannelKind.options.filter((kind) => networkOf(channelFacts[kind]) === network)

/** Matches no row: a group id that cannot exist is no error, but finds nothing. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

function readStatuses<Status extends string>(
  text: string,
  read: Parameters<typeof filterOf<Status>>[2],
): Status[] {
  return text.split(',').map((word) => {
    const status = read(word.trim())
    if (!status.success) throw invalid('status', `There is no status "${word}".`)
    return status.data
  })
}

type Row = { id: string; userId: string; nextAt: Date | null; updatedAt: Date }
type Several<T> = Iterable<T> | AsyncIterable<T>

/**
 * One page of a list. `list` reads rows from a cursor on, `summarize` adds what is shown with them, and `present`
 * makes the items. Between the items, other work of the process can run.
 */
export async function pageOf<R extends Row, Summary, Item>(
  ctx: Context,
  query: ListQuery,
  list: (cursor: Cursor | undefined, limit: number) => Promise<R[]>,
  summarize: (rows: readonly R[]) => Several<Summary> | Promise<Several<Summary>>,
  present: (one: Summary, forecastsOf: (id: string) => RunForecasts | undefined) => Item,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { limit } = query
  const cursor = query.cursor ? readCursor(query.cursor) : undefined
  const byChange = query.sort === 'changed'
  // A cursor belongs to the order in which its page was read.
  if (cursor && (cursor.part === 'changed') !== byChange) throw listChanged()
  const from = cursor && { ...cursor, upcoming: cursor.part === 'upcoming' }
  const rows = await list(from, limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const forecasts = await readForecasts(ctx, ctx, shown)
  const letOthersRun = startLongWork()
  const items = []
  for await (const one of await summarize(shown)) {
    items.push(present(one, (id) => forecasts.get(id)))
    await letOthersRun()
  }
  return { items, nextCursor: last ? writeCursor(cursorOf(last, byChange)) : null }
}

const cursorOf = ({ id, nextAt, updatedAt }: Row, byChange: boolean) =>
  byChange
    ? { part: 'changed', at: updatedAt, id }
    : { part: nextAt ? 'upcoming' : 'rest', at: nextAt ?? updatedAt, id }
