import { findAccount } from '../accounts/actions.ts'
import type { Context } from '../platform/context.ts'
import { askAgain } from './actions.ts'
import * as store from './store.ts'

type Lost = { accountId: string; externalId: string }

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A network said while sending that there is no such chat. */
    'groups.recheck': Lost
  }
}

/** Asks a network once more for a chat that it did not find: only then it is really gone. */
export async function recheckChat(ctx: Context, lost: Lost): Promise<void> {
  const account = await findAccount(ctx, lost.accountId)
  // Meanwhile somebody may have removed the group, or the network refused the whole account.
  if (!account?.credentials || !(await store.isLost(ctx, lost))) return
  await askAgain(ctx, { ...lost, channel: account.channel })
}
