import type { CheckedChat, GroupLostCode } from '../channels/port/chats.ts'
import * as connections from '../connections/actions.ts'
import { notify, settleAll } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { restoreUpToLimit, mayUseChannel, requireUnderTierLimit } from '../tiers/actions.ts'
import { noticeOf, stateOf, stateAfter, type GroupState } from './rules.ts'
import * as store from './store.ts'
import * as words from './words.ts'

/** Stores the reported state of a chat, and applies it to all groups that are this chat. */
export async function noteChat(
  ctx: Context,
  tx: Tx,
  accountId: string,
  chat: CheckedChat,
): Promise<void> {
  await connections.noteChat(ctx, tx, accountId, chat)
  const { externalId } = chat
  for (const group of await store.lockByChat(tx, { accountId, externalId })) {
    const state = await stateAfter(group, chat, () => mayReturn(ctx, tx, group))
    await change(ctx, tx, group, { ...state, ...factsOf(chat) })
    await tell(ctx, tx, group, state)
    if (state.status === 'lost' && group.status !== 'lost') {
      await restoreUpToLimit(ctx, tx, group.userId, 'groups')
    }
  }
}

/**
 * The network reports that we cannot reach the chat any more: its groups are lost, and their users are notified. If
 * it reports that the chat does not exist, this may be an error that nothing else would correct: it is asked again.
 */
export async function loseGroup(
  ctx: Context,
  tx: Tx,
  accountId: string,
  externalId: string,
  code: GroupLostCode,
  reason: string,
): Promise<void> {
  await noteChat(ctx, tx, accountId, { externalId, lost: true, code, reason })
  if (code === 'not_found') await tx.enqueue('groups.recheck', { accountId, externalId })
}

/** The network refused a message because of the chat: we may not write there. It is tried again next time. */
export async function limitGroup(
  ctx: Context,
  tx: Tx,
  accountId: string,
  externalId: string,
  reason: string,
): Promise<void> {
  const chat = { accountId, externalId }
  await connections.forbidChat(ctx, tx, chat, reason)
  for (const group of await store.lockByChat(tx, chat)) {
    if (group.status === 'lost' || group.status === 'suspended') continue
    await change(ctx, tx, group, stateOf(group, { canPost: false, reason }))
  }
}

/** A chat has a new id at its network: updates all its groups, without a notice, because nothing else changed. */
export async function migrateGroup(
  ctx: Context,
  tx: Tx,
  accountId: string,
  from: string,
  to: string,
): Promise<void> {
  await connections.moveChat(ctx, tx, accountId, from, to)
  const chat = await connections.findChat(tx, accountId, to)
  for (const group of await store.lockByChat(tx, { accountId, externalId: from })) {
    const gone = await store.makeWay(tx, ctx.clock.now(), group, to)
    if (gone) await ctx.groupsMerged(ctx, tx, { kept: group.id, gone })
    // Some networks say first that the old chat is left: it was not lost after all.
    const state =
      chat && chat.lost === null
        ? await stateAfter(group, { ...chat, lost: false }, () => mayReturn(ctx, tx, group))
        : undefined
    await change(ctx, tx, group, { ...state, externalId: to })
    if (state) await tell(ctx, tx, group, state)
    ctx.log.info({ group: group.id, from, to }, 'A group moved to another id.')
  }
}

/** Nothing is sent to this chat before this instant: a flood wait. It applies to all groups that are this chat. */
export const blockGroupUntil = (
  _ctx: Context,
  tx: Tx,
  groupId: string,
  until: Date,
): Promise<void> => store.block(tx, groupId, until)

export async function renameGroup(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { externalId, title }: { externalId: string; title: string },
): Promise<void> {
  await connections.renameChat(ctx, tx, accountId, externalId, title)
  for (const group of await store.lockByChat(tx, { accountId, externalId })) {
    await change(ctx, tx, group, { title })
  }
}

/** Stores a reported topic. */
export async function learnTopic(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { externalId, topic }: { externalId: string; topic: connections.ReportedTopic },
): Promise<void> {
  const topics = await connections.learnTopic(ctx, tx, accountId, externalId, topic)
  if (!topics) return
  for (const group of await store.lockByChat(tx, { accountId, externalId })) {
    await change(ctx, tx, group, { topics: JSON.stringify(topics) })
  }
}

type Facts = Partial<GroupState> & Parameters<typeof store.update>[3]

/** Writes and publishes only changes, because publishing wakes other processes. */
async function change(ctx: Context, tx: Tx, group: store.GroupRow, told: Facts) {
  const known: Record<string, unknown> = { ...group, topics: JSON.stringify(group.topics) }
  if (Object.entries(told).every(([name, value]) => known[name] === value)) return
  const { id, userId, rev } = await store.update(tx, ctx.clock.now(), group.id, told)
  await tx.publish({ kind: 'group.updated', userId, id, rev })
}

async function tell(ctx: Context, tx: Tx, group: store.GroupRow, state: GroupState) {
  const { id, userId, kind } = group
  // A user who sends a test to themselves sees the refusal there.
  if (kind === 'own') return
  const notice = noticeOf(group, state)
  const isTrouble = state.status === 'lost' || state.status === 'limited'
  if (state.status === 'active')
    await settleAll(ctx, tx, [{ userId, about: id, message: words.SENT_AGAIN }])
  if (notice) await notify(ctx, tx, userId, isTrouble ? { ...notice, about: id } : notice)
}

function factsOf(chat: CheckedChat): Facts {
  if (chat.lost) return {}
  const { title, kind, memberCount } = chat
  return { title, kind, ...(memberCount === undefined ? {} : { memberCount }) }
}

/** Whether the tier allows one more group, so that a group may come back. */
export async function mayReturn(
  ctx: Context,
  tx: Tx,
  { userId, channel }: Pick<store.GroupRow, 'userId' | 'channel'>,
): Promise<boolean> {
  if (!(await mayUseChannel(tx, userId, channel))) return false
  try {
    await requireUnderTierLimit(ctx, tx, userId, 'groups')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'limit_reached') return false
    throw error
  }
}
