import { CycleStatus } from '@carillon/contract/schemas/cycles'
import type { Occurrence } from '@carillon/contract/deliveries'
import { listOfSource } from '../occurrences/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { filterOf, pageOf, type ListQuery } from '../series/actions.ts'
import { owner, readCycle } from './changes.ts'
import * as store from './list-store.ts'
import { presentSummary } from './present.ts'
import { eachSummary } from './reads.ts'

/** The caller's cycles: those to come by their time, then the rest, the last changed first. */
export function listCycles(ctx: UserContext, query: ListQuery) {
  const filter = filterOf(ctx, query, (word) => CycleStatus.safeParse(word))
  const now = ctx.clock.now()
  return pageOf(
    query,
    (cursor, limit) => store.list(ctx, filter, cursor, limit),
    (rows) => eachSummary(ctx, rows),
    (one) => presentSummary(one, now),
  )
}

/** The times a cycle went out, newest first. */
export async function listOccurrences(
  ctx: UserContext,
  id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: Occurrence[]; nextCursor: string | null }> {
  await readCycle(ctx, ctx, id)
  return listOfSource(ctx, owner(id), page)
}
