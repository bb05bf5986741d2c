import type { Occurrence } from '@carillon/contract/deliveries'
import { listOfSource } from '../occurrences/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { owner, readMessage } from './changes.ts'
import * as store from './history-store.ts'
import { findShown } from './store.ts'

/** The times a message went out, newest first. */
export async function listOccurrences(
  ctx: UserContext,
  id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: Occurrence[]; nextCursor: string | null }> {
  await readMessage(ctx, ctx, id)
  return listOfSource(ctx, owner(id), page)
}

/** Which occurrences are still shown with their message, or say where it may yet go. */
export const neededOccurrences = {
  shown: findShown,
  unfinished: store.findUnfinished,
}
