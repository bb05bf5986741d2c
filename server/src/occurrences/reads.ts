import type { UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import * as store from './reads-store.ts'

/** One occurrence; throws `not_found` for somebody else's. */
export async function readOccurrence(ctx: UserContext, id: string): Promise<store.ShownOccurrence> {
  const row = isUuid(id) ? await store.findOccurrence(ctx, ctx.user.id, id) : undefined
  if (!row) throw notFound('occurrence')
  return row
}
