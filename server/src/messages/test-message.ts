import type { Content } from '@carillon/contract/content/content'
import { saveContent } from '../content/actions.ts'
import { after, days } from '../platform/clock.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { requireOwnChat } from '../groups/actions.ts'
import { planNow } from '../planning/actions.ts'
import { onlyDelivery } from './history-store.ts'
import { sourceRef } from './changes.ts'
import { checkReady } from './checks.ts'
import { requireOneMoreTest } from './limits.ts'
import * as store from './store.ts'
import { slotAt } from '../schedule/rules.ts'
import { readGroups } from '../series/actions.ts'
import { replaceTargets } from './targets-store.ts'
import { forgetSome } from './test-message-store.ts'

/**
 * Sends something to one group, to try it: a short text, or what somebody is about to send to many. It is a message
 * of its own that no list shows, so that it is sent like every other message.
 */
export const sendTest = (ctx: UserContext, groupId: string, said: Said = {}): Promise<Sent> =>
  ctx.transaction(async (tx) => {
    const [group] = isUuid(groupId) ? await readGroups(tx, ctx.user.id, [groupId]) : []
    if (!group || group.status === 'removed') throw notFound('group')
    return sendOnly(ctx, tx, groupId, said)
  })

/** The same to its user alone, in their own chat. */
export const sendTestToOneself = (
  ctx: UserContext,
  connectionId: string,
  said: Said = {},
): Promise<Sent> =>
  ctx.transaction(async (tx) =>
    sendOnly(ctx, tx, await requireOwnChat(ctx, tx, connectionId), said),
  )

/** What is sent; without content a short text of ours. Dates and times are named in the zone, or that of the profile. */
type Said = { content?: Content | undefined; timeZone?: string | undefined }

type Sent = { deliveryId: string }

async function sendOnly(
  ctx: UserContext,
  tx: Tx,
  groupId: string,
  { content = { kind: 'text', text: TEST_TEXT }, timeZone }: Said,
): Promise<Sent> {
  await requireOneMoreTest(ctx, tx)
  const now = ctx.clock.now()
  const row = { id: ctx.ids.next(), userId: ctx.user.id, createdAt: now, updatedAt: now }
  const contentId = await saveContent(ctx, tx, row.userId, content)
  await store.insert(tx, {
    ...row,
    kind: 'scheduled',
    title: 'Test message',
    status: 'draft',
    contentId,
    schedule: timeZone
      ? JSON.stringify({ timeZone, rule: { kind: 'once', at: slotAt({ timeZone }, now).local } })
      : null,
    catchUpMinutes: TEST_WINDOW_MINUTES,
    onUnconfirmed: 'ask',
    trial: true,
  })
  await replaceTargets(tx, row.id, [{ groupId, topics: [] }])
  await checkReady(ctx, tx, (await store.lockAny(tx, row.id))!)
  const { occurrenceId } = await planNow(ctx, tx, { ...sourceRef(row.id), userId: row.userId })
  return { deliveryId: await onlyDelivery(tx, occurrenceId) }
}

const TEST_TEXT = 'This is a test message from Carillon. It arrived, so messages can be sent here.'

/** The user waits for the test message, so it is not sent later than this. */
const TEST_WINDOW_MINUTES = 5

/** How long a test message is kept. */
const KEPT_MS = days(7)

/** Deletes old test messages in slices. Their deliveries are kept as long as all others. */
export async function forgetTests(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -KEPT_MS)
  let more = true
  while (more && !stop.aborted) {
    more = await ctx.transaction(async (tx) => {
      const forgotten = await forgetSome(tx, before)
      for (const { id, userId, rev } of forgotten) {
        await tx.publish({ kind: 'message.deleted', userId, id, rev: rev + 1 })
      }
      return forgotten.length > 0
    })
  }
}
