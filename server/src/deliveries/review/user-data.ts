import type { Context, Reading } from '../../platform/context.ts'
import { eraseDeliveries, eraseOccurrences } from '../history/store.ts'
import { presentDelivery, presentOccurrence } from './present.ts'
import * as store from './store.ts'

/** Newest rows in an export: some 15 MB of JSON. Older ones can be listed page by page. */
const EXPORTED_MAX = 20_000

/** Read at once. */
const PAGE = 500

type Place = { at: Date; id: string }

/** The newest rows of a list whose latest due come first, page by page. */
async function* newest<R extends { dueAt: Date; id: string }>(
  list: (from: Place | undefined) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let from: Place | undefined
  for (let read = 0; read < EXPORTED_MAX; read += PAGE) {
    const page = await list(from)
    yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    from = { at: last.dueAt, id: last.id }
  }
}

/** What a person's export has of what went out. */
export const occurrenceData = {
  name: 'occurrences',
  async *export(ctx: Reading, userId: string) {
    for await (const page of newest((from) => store.listOccurrences(ctx, userId, from, PAGE))) {
      yield page.map((row) => ({
        ...presentOccurrence(row),
        source: row.source,
        sourceId: row.sourceId,
      }))
    }
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseOccurrences(tx, userId)),
}

/** The same of each delivery, with its tries and its receipt. */
export const deliveryData = {
  name: 'deliveries',
  async *export(ctx: Reading, userId: string) {
    for await (const page of newest((from) => store.list(ctx, { userId }, from, PAGE))) {
      yield page.map((row) => ({ ...presentDelivery(row), contentId: row.contentId }))
    }
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseDeliveries(tx, userId)),
}
