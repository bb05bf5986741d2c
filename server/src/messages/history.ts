import type { Occurrence } from '@carillon/contract/deliveries'
import { listOfSource } from '../occurrences/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { sourceRef, readMessage } from './changes.ts'
import * as store from './history-store.ts'
import { findShown } from './store.ts'

/** The occurrences of a message, newest first. */
export async function listOccurrences(
  ctx: UserContext,
  id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: Occurrence[]; nextCursor: string | null }> {
  await readMessage(ctx, ctx, id)
  return listOfSource(ctx, sourceRef(id), page)
}

/**
 * Occurrences that must be kept: they are shown with their message, or say which groups are still without it.
 */
export const neededOccurrences = {
  shown: findShown,
  unfinished: store.findUnfinished,
}
