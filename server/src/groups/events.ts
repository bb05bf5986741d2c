import { channelOf, findAccount, openAccount } from '../accounts/actions.ts'
import type { AccountWatcher } from '../accounts/port.ts'
import type { ChatEvent } from '../channels/port/receiving.ts'
import * as connections from '../connections/actions.ts'
import type { Context } from '../platform/context.ts'
import { addLinkedGroup } from './add-group.ts'
import { learnTopic, migrateGroup, noteChat, renameGroup } from './chats.ts'
import { endOwnChat, openOwnChat } from './own-chats.ts'

/**
 * Handles the event of a chat; rooms.ts registers it as the account watcher. Handling an event twice is harmless.
 * Rejects if it could not be handled now, so that it comes again.
 */
export const handleChatEvent: AccountWatcher['chatEvent'] = async (ctx, accountId, event) => {
  switch (event.kind) {
    case 'chat':
      return ctx.transaction((tx) => noteChat(ctx, tx, accountId, event.chat))
    case 'renamed':
      return ctx.transaction((tx) => renameGroup(ctx, tx, accountId, event))
    case 'photoChanged':
      return ctx.transaction((tx) =>
        tx.enqueue('groups.photo', { accountId, externalId: event.externalId }),
      )
    case 'migrated':
      return ctx.transaction((tx) => migrateGroup(ctx, tx, accountId, event.from, event.to))
    case 'topic':
      return ctx.transaction((tx) => learnTopic(ctx, tx, accountId, event))
    case 'linkCode':
      return readCode(ctx, accountId, event)
    case 'ownChat':
      return openOwnChat(ctx, accountId, event)
    case 'ownChatEnded':
      return endOwnChat(ctx, accountId, event)
  }
}

type Posted = Extract<ChatEvent, { kind: 'linkCode' }>

/** A code that an admin posts proves the chat to be the code's user's. Everybody else posts in vain. */
async function readCode(ctx: Context, accountId: string, posted: Posted): Promise<void> {
  const { code, externalId, personId } = posted
  const claim = code ? await connections.findCode(ctx, accountId, code, posted) : undefined
  if (!code || !claim) return discover(ctx, accountId, posted)

  const refuse = (refusal: connections.CodeRefusal) =>
    ctx.transaction((tx) =>
      connections.refuseCode(ctx, tx, claim.connectionId, refusal, posted.title),
    )
  if (claim.refusal) return refuse(claim.refusal)

  // The network is asked outside of any transaction: its answer may take seconds.
  const channel = channelOf(ctx, claim.channel)
  const account = await openAccount(ctx, accountId)
  if (!(await channel.proof?.isAdmin(account, externalId, personId))) return refuse('not_admin')
  const chat = await channel.check(account, externalId)
  if (chat.lost) return refuse('gone')

  await ctx.transaction(async (tx) => {
    await noteChat(ctx, tx, accountId, chat)
    if (!(await connections.useCode(ctx, tx, code, claim, chat.externalId, personId))) return
    const seen = await connections.seenChat(tx, connections.holderOf(claim), chat.externalId)
    if (seen) await addLinkedGroup(ctx, tx, { ...claim, id: claim.connectionId }, seen)
  })
}

/** A `/start` in a chat that an own bot was in before it was connected: this is how it becomes known. */
async function discover(ctx: Context, accountId: string, { externalId }: Posted): Promise<void> {
  const account = await findAccount(ctx, accountId)
  if (!account || account.shared) return
  if ((await connections.findChat(ctx, accountId, externalId))?.lost === null) return
  const opened = await openAccount(ctx, accountId)
  const chat = await channelOf(ctx, account.channel).check(opened, externalId)
  await ctx.transaction((tx) => noteChat(ctx, tx, accountId, chat))
}
