import type { Context, Reading } from '../platform/context.ts'
import { EXPORT_PAGE, newest } from '../platform/newest.ts'
import { eraseDeliveries } from './history-store.ts'
import { presentDelivery } from './present.ts'
import * as store from './api-store.ts'

/** The deliveries in a person's export, with their attempts and receipts. */
export const deliveryData = {
  name: 'deliveries',
  async *export(ctx: Reading, userId: string) {
    for await (const page of newest((from) => store.list(ctx, { userId }, from, EXPORT_PAGE))) {
      yield page.map((row) => ({ ...presentDelivery(row), contentId: row.contentId }))
    }
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseDeliveries(tx, userId)),
}
