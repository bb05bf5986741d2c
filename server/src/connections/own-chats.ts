import { channelFacts } from '@carillon/contract/channels'
import { channelOf } from '../accounts/actions.ts'
import { isLive } from '../accounts/rules.ts'
import type { UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { getConnection } from './actions.ts'
import { issueOwnCode } from './link-codes.ts'
import { showsToken } from './rules.ts'
import { notConnected, tokenChanged } from './words.ts'

/** Makes the link that opens the own chat of a user with their bot. */
export async function linkToOwnChat(ctx: UserContext, id: string) {
  const row = await getConnection(ctx, id)
  const { account } = row
  const { ownChat } = channelOf(ctx, account.channel)
  if (ownChat?.kind !== 'started') {
    const { network } = channelFacts[account.channel]
    throw new AppError('conflict', `${network} needs no link to write to yourself.`)
  }
  if (!isLive(account.status)) {
    throw new AppError('conflict', account.reason ?? notConnected(account))
  }
  if (!showsToken(row)) throw new AppError('conflict', tokenChanged(account))
  const { code, expiresAt } = await ctx.transaction((tx) => issueOwnCode(ctx, tx, id))
  return { url: ownChat.startUrl(account, code), expiresAt: expiresAt.toISOString() }
}
