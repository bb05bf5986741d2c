import { CycleStatus } from '@carillon/contract/schemas/cycles'
import type { CycleSummary } from '@carillon/contract/cycles'
import type { Occurrence } from '@carillon/contract/deliveries'
import { listOfSource } from '../occurrences/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { inSlices } from '../platform/slices.ts'
import { owner, readCycle } from './changes.ts'
import * as store from './list-store.ts'
import { presentSummary } from './present.ts'
import { eachSummary } from './reads.ts'

/** What to list: statuses with commas, a group, words in name or steps, only what needs attention. */
export type Query = {
  status?: string | undefined
  groupId?: string | undefined
  q?: string | undefined
  attention?: 'true' | undefined
  cursor?: string | undefined
  limit: number
}

type Page<T> = { items: T[]; nextCursor: string | null }

/** The caller's cycles: those to come by their time, then the rest, the last changed first. */
export async function listCycles(ctx: UserContext, query: Query): Promise<Page<CycleSummary>> {
  const { groupId, q, attention, limit } = query
  const filter: store.Filter = {
    userId: ctx.user.id,
    ...(query.status ? { statuses: readStatuses(query.status) } : {}),
    ...(groupId ? { groupId: isUuid(groupId) ? groupId : NO_ID } : {}),
    ...(q?.trim() ? { q: q.trim() } : {}),
    ...(attention ? { attention: true } : {}),
  }
  const cursor = query.cursor ? readCursor(query.cursor) : undefined
  const from = cursor && { ...cursor, upcoming: cursor.part === 'upcoming' }
  const rows = await store.list(ctx, filter, from, limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const now = ctx.clock.now()
  const letOthers = inSlices()
  const items = []
  for await (const one of eachSummary(ctx, shown)) {
    items.push(presentSummary(one, now))
    await letOthers()
  }
  const part = last?.nextAt ? 'upcoming' : 'rest'
  return {
    items,
    nextCursor: last ? writeCursor({ part, at: last.nextAt ?? last.updatedAt, id: last.id }) : null,
  }
}

/** The times a cycle went out, newest first. */
export async function listOccurrences(
  ctx: UserContext,
  id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<Occurrence>> {
  await readCycle(ctx, ctx, id)
  return listOfSource(ctx, owner(id), page)
}

/** Matches no row, as a question for what cannot exist should. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

function readStatuses(text: string): CycleStatus[] {
  return text.split(',').map((word) => {
    const status = CycleStatus.safeParse(word.trim())
    if (!status.success) throw invalid('status', `There is no status "${word}".`)
    return status.data
  })
}
