import type { Context, Reading } from '../platform/context.ts'
import { EXPORT_PAGE, newest } from '../platform/newest.ts'
import { eraseDeliveries } from './history-store.ts'
import { presentDelivery } from './present.ts'
import * as store from './api-store.ts'

/** What a person's export has of each delivery, with its tries and its receipt. */
export const deliveryData = {
  name: 'deliveries',
  async *export(ctx: Reading, userId: string) {
    for await (const page of newest((from) => store.list(ctx, { userId }, from, EXPORT_PAGE))) {
      yield page.map((row) => ({ ...presentDelivery(row), contentId: row.contentId }))
    }
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseDeliveries(tx, userId)),
}
