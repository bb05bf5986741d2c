import { CycleStatus } from '@carillon/contract/schemas/cycles'
import type { CycleOccurrence } from '@carillon/contract/cycles'
import { listOfSource } from '../occurrences/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { filterOf, pageOf, type ListQuery } from '../series/actions.ts'
import { sourceRef, readCycle } from './changes.ts'
import { sentTexts } from './sent-texts-store.ts'
import * as store from './list-store.ts'
import { presentSummary } from './present.ts'
import { eachSummary } from './read-models.ts'

/** The caller's cycles: those to come by their time, then the rest, the last changed first. */
export function listCycles(ctx: UserContext, query: ListQuery) {
  const filter = filterOf(ctx, query, (word) => CycleStatus.safeParse(word))
  const now = ctx.clock.now()
  return pageOf(
    ctx,
    query,
    (cursor, limit) => store.list(ctx, filter, cursor, limit),
    (rows) => eachSummary(ctx, rows),
    (one, forecastsOf) => presentSummary(one, now, forecastsOf(one.row.id)),
  )
}

/** The runs of a cycle, newest first. */
export async function listOccurrences(
  ctx: UserContext,
  id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: CycleOccurrence[]; nextCursor: string | null }> {
  await readCycle(ctx, ctx, id)
  const { items, nextCursor } = await listOfSource(ctx, sourceRef(id), page)
  const ids = items.map((item) => item.id)
  const textsOf = Map.groupBy(await sentTexts(ctx, ids), (part) => part.occurrenceId)
  return {
    items: items.map((item) => {
      const texts = textsOf.get(item.id) ?? []
      return {
        ...item,
        said: texts.map(({ stepId, text }) => ({ stepId, text })),
        textCount: texts[0]?.count ?? 0,
      }
    }),
    nextCursor,
  }
}
