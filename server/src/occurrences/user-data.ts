import type { Context, Reading } from '../platform/context.ts'
import { EXPORT_PAGE, newest } from '../platform/newest.ts'
import { eraseOccurrences } from './history-store.ts'
import { presentOccurrence } from './present.ts'
import { listOccurrences } from './reads-store.ts'

/** The occurrences in the export of a user. */
export const occurrenceData = {
  name: 'occurrences',
  async *export(ctx: Reading, userId: string) {
    for await (const page of newest((from) => listOccurrences(ctx, userId, from, EXPORT_PAGE))) {
      yield page.map(presentOccurrence)
    }
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseOccurrences(tx, userId)),
}
