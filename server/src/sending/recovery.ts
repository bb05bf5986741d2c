import type { ChannelKind } from '@carillon/contract/config'
import type { Capabilities } from '../channels/port/sending.ts'
import type { Context, Tx } from '../platform/context.ts'
import { filesReceipt } from '../deliveries/rules.ts'
import { goesOn, orphaned } from './attempts/verdict.ts'
import * as attempts from './attempts/attempts-store.ts'
import type { Closing } from './attempts/attempts-store.ts'
import * as store from './store.ts'
import type { Owner } from './store.ts'
import { owning } from './fenced-transaction.ts'
import type { Changed } from '../deliveries/port.ts'

/**
 * Settles what earlier owners left on the wire, in the transaction that claims their accounts. What they had
 * only read was never sent, and is read again.
 */
export async function recover(
  ctx: Context,
  tx: Tx,
  claimed: readonly { id: string; channel: ChannelKind }[],
): Promise<void> {
  const channels = new Map(claimed.map(({ id, channel }) => [id, ctx.channels.get(channel)]))
  const left = await attempts.lockOnTheWire(tx, [...channels.keys()])
  if (left.length === 0) return
  const now = ctx.clock.now()
  const closings = left.map((delivery) => {
    const guarantee =
      channels.get(delivery.accountId)?.capabilities.guarantee ?? 'at-most-once, asks'
    return interrupted(delivery, orphaned({ ...delivery, guarantee }, now))
  })
  await attempts.closeAttempts(tx, now, closings)
  ctx.log.warn(
    { deliveries: left.length },
    'Closed the attempts that an earlier process had left open.',
  )
}

/**
 * Settles open attempts of this owner that its lane does not know: opening them failed in the lane, for
 * example by a broken connection, but was committed. Most were not sent, but that is not certain.
 */
export const recoverOwn = (
  ctx: Context,
  { id: accountId, epoch }: Owner,
  guarantee: Capabilities['guarantee'],
  holds: (deliveryId: string) => boolean,
): Promise<Changed[]> =>
  owning(ctx, { id: accountId, epoch }, async (tx) => {
    const open = await attempts.lockOnTheWire(tx, [accountId])
    const left = open.filter((one) => one.epoch === epoch && !holds(one.id))
    if (left.length === 0) return []
    const now = ctx.clock.now()
    const closings = left.map((one) =>
      interrupted(one, orphaned({ ...one, guarantee }, now, 'Its sending came to no end.')),
    )
    const deliveries = left.map(({ id }) => id)
    ctx.log.warn(
      { account: accountId, deliveries },
      'Closed attempts that were open although their lane did not know them.',
    )
    return (await attempts.closeAttempts(tx, now, closings)).changed
  })

function interrupted(
  { id, attempt, epoch, textFollows }: Left,
  left: ReturnType<typeof orphaned>,
): Closing {
  // Files that are taken as sent have their text still to come.
  const becomes = left.status === 'sent' && textFollows ? goesOn(left, filesReceipt(null)) : left
  const receipt = becomes.receipt && JSON.stringify(becomes.receipt)
  return { ...becomes, id, attempt, epoch, outcome: 'interrupted', answeredAt: null, receipt }
}

type Left = Pick<Closing, 'id' | 'attempt' | 'epoch'> & { textFollows: boolean }

/** Finds unfinished deliveries that are missing in their lane: they would wait for ever. */
export async function restoreLanes(ctx: Context): Promise<void> {
  const deliveries = await ctx.transaction(store.restoreEntries)
  if (deliveries.length > 0) {
    ctx.log.error(
      { deliveries: deliveries.length },
      'Deliveries were missing in their lanes and were put back.',
    )
  }
}
