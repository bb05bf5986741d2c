import { askForChats, channelOf, openAccount } from '../accounts/actions.ts'
import type { Channel } from '../channels/port.ts'
import type { ChannelAccount } from '../channels/port/account.ts'
import type { CheckedChat } from '../channels/port/chats.ts'
import type { Context, UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { getGroup } from './actions.ts'
import type { GroupRow } from './store.ts'

/** Asks the network whether we may still post there. Throws `unavailable` when it cannot be asked. */
export async function checkGroup(ctx: UserContext, id: string): Promise<GroupRow> {
  const group = await getGroup(ctx, id)
  if (group.status === 'disconnected') throw new AppError('conflict', group.reason ?? '')
  await checkChat(ctx, group)
  return getGroup(ctx, id)
}

/** Asks the network about a chat now, and updates its groups. Throws `unavailable` when it cannot be asked. */
export async function checkChat(
  ctx: Context,
  { accountId, channel, externalId }: Pick<GroupRow, 'accountId' | 'channel' | 'externalId'>,
): Promise<void> {
  const account = await openAccount(ctx, accountId)
  const chat = await checkHere(ctx, channelOf(ctx, channel), account, externalId)
  if (!chat) return
  if (chat.externalId !== externalId) {
    const moved = { kind: 'migrated', from: externalId, to: chat.externalId } as const
    await ctx.accountWatcher.chatEvent(ctx, accountId, moved)
  }
  await ctx.accountWatcher.chatEvent(ctx, accountId, { kind: 'chat', chat })
}

/** Returns nothing if another process has the session of the account: that process then reads all chats of it. */
async function checkHere(
  ctx: Context,
  channel: Channel,
  account: ChannelAccount,
  externalId: string,
): Promise<CheckedChat | undefined> {
  try {
    return await channel.check(account, externalId)
  } catch (error) {
    const isElsewhere = error instanceof AppError && error.code === 'unavailable'
    if (!isElsewhere || !channel.capabilities.needsSessionToSend) throw error
    await askForChats(ctx, account.id)
    return undefined
  }
}
