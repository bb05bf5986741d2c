import type { Context, Reading } from '../../platform/context.ts'
import { eraseDeliveries, eraseOccurrences } from '../history/store.ts'
import { presentDelivery, presentOccurrence } from './present.ts'
import * as store from './store.ts'

/** Newest rows in an export: some 15 MB of JSON. Older ones can be listed page by page. */
const EXPORTED_MAX = 20_000

/** Read at once, so that an export does not fill the memory twice. */
const PAGE = 1_000

/** What a person's export has of what went out. */
export const occurrenceData = {
  name: 'occurrences',
  async export(ctx: Reading, userId: string) {
    const rows = await store.listOccurrences(ctx, userId, EXPORTED_MAX)
    return rows.map((row) => ({
      ...presentOccurrence(row),
      source: row.source,
      sourceId: row.sourceId,
    }))
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseOccurrences(tx, userId)),
}

/** The same of each delivery, with its tries and its receipt. */
export const deliveryData = {
  name: 'deliveries',
  async export(ctx: Reading, userId: string) {
    const told: object[] = []
    let from: { at: Date; id: string } | undefined
    while (told.length < EXPORTED_MAX) {
      const page = await store.list(ctx, { userId }, from, PAGE)
      for (const row of page) told.push({ ...presentDelivery(row), contentId: row.contentId })
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      from = { at: last.dueAt, id: last.id }
    }
    return told
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseDeliveries(tx, userId)),
}
