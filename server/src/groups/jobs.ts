import { findAccount } from '../accounts/actions.ts'
import type { Context } from '../platform/context.ts'
import { checkChat } from './check-group.ts'
import * as store from './store.ts'

type Doubtful = { accountId: string; externalId: string }

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /**
     * The stored state of a chat is in doubt: a network did not find the chat, or accepted a message that should have
     * been refused.
     */
    'groups.recheck': Doubtful
  }
}

/**
 * Asks a network again about a chat that it did not find, because only a second answer is certain; or about one that
 * accepted a message although we may not write there.
 */
export async function recheckChat(ctx: Context, chat: Doubtful): Promise<void> {
  const account = await findAccount(ctx, chat.accountId)
  // Meanwhile somebody may have removed the group, or the network refused the whole account.
  if (!account?.credentials || !(await store.isDoubtful(ctx, chat))) return
  await checkChat(ctx, { ...chat, channel: account.channel })
}
