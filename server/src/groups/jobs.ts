import { findAccount } from '../accounts/actions.ts'
import type { Context } from '../platform/context.ts'
import { checkChat } from './check-group.ts'
import * as store from './store.ts'

type Doubtful = { accountId: string; externalId: string }

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** What is known of a chat is in doubt: a network did not find it, or took what we thought it would not. */
    'groups.recheck': Doubtful
  }
}

/**
 * Asks a network once more for a chat that it did not find: only then it is really gone; and for one that takes
 * something though we may not write there.
 */
export async function recheckChat(ctx: Context, chat: Doubtful): Promise<void> {
  const account = await findAccount(ctx, chat.accountId)
  // Meanwhile somebody may have removed the group, or the network refused the whole account.
  if (!account?.credentials || !(await store.isDoubtful(ctx, chat))) return
  await checkChat(ctx, { ...chat, channel: account.channel })
}
