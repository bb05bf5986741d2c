import { notify } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { mutedItself, stateOf } from './rules.ts'
import * as sendsStore from './sends-store.ts'
import * as store from './store.ts'
import { dropOldest, refusalsAfter } from './refusal-rules.ts'

/** A refused message: the words of the network, and `message`, which identifies its content. */
export type Refusal = {
  groupId: string
  words: string
  message: string
  /** When something last arrived in the group, as far as the caller knows. */
  arrivedAt: Date | null
}

/**
 * Records that a message was refused in a group for an unknown reason. After several different messages in a row with
 * the same words, the group is muted and its user is notified. If all chats of the account refuse with the same
 * words, the cause is the account: no group is muted, because the user would have to unmute them one by one.
 */
export async function noteRefusal(
  ctx: Context,
  tx: Tx,
  { groupId, words, message, arrivedAt }: Refusal,
): Promise<void> {
  const group = await store.lock(tx, groupId)
  if (group?.status !== 'active' && group?.status !== 'limited') return
  // An own chat is never muted, because nobody could unmute it.
  if (group.kind === 'own') return
  const now = ctx.clock.now()
  const arrived = [arrivedAt, group.lastSentAt]
    .filter((at) => at !== null)
    .toSorted(byTime)
    .at(-1)
  const refusals = refusalsAfter(group.refusals, { words, message, at: now }, arrived ?? null)
  const notice = mutedItself({ ...group, refusals })
  if (!notice) return sendsStore.setRefusals(tx, groupId, refusals)
  if (await sendsStore.isRefusedEverywhere(tx, group, refusals)) {
    return sendsStore.setRefusals(tx, groupId, dropOldest(refusals))
  }
  await sendsStore.setRefusals(tx, groupId, refusals)
  const state = stateOf({ muted: true, refusals }, { canPost: true })
  const { userId, rev } = await store.update(tx, now, groupId, { muted: true, ...state })
  await tx.publish({ kind: 'group.updated', userId, id: groupId, rev })
  await notify(ctx, tx, userId, { ...notice, about: groupId })
}

const byTime = (a: Date, b: Date) => a.getTime() - b.getTime()
