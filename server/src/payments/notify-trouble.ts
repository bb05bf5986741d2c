import { notify } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { zoneOf } from '../users/actions.ts'
import {
  END_TOLD_MS,
  entitles,
  goesDownAt,
  graceEnd,
  isRunning,
  mainOf,
  type PaymentFacts,
} from './rules.ts'
import * as store from './store.ts'
import { endsSoon, paymentFailed, paysTwice } from './words.ts'

type Change = {
  before: readonly store.SubscriptionRow[]
  agreements: readonly store.SubscriptionRow[]
  facts: PaymentFacts
}

/** Notifies once about a failed payment, a near end and a second subscription. */
export async function notifyTrouble(
  ctx: Context,
  tx: Tx,
  userId: string,
  { before, agreements, facts }: Change,
): Promise<void> {
  const zone = await zoneOf(tx, userId)
  const was = mainOf(before, facts)
  const main = mainOf(agreements, facts)
  if (!main || !zone) return

  const running = agreements.filter(isRunning)
  if (running.length > 1 && running.length > before.filter(isRunning).length) {
    await notify(ctx, tx, userId, paysTwice(running.length))
  }
  if (main.status === 'past_due' && was?.status !== 'past_due' && entitles(main, facts)) {
    await notify(ctx, tx, userId, paymentFailed(graceEnd(main, facts.now), zone))
  }
  const end = goesDownAt(agreements, facts)
  if (!end || end.getTime() - facts.now.getTime() > END_TOLD_MS) return
  if (main.endTold?.getTime() === end.getTime()) return
  await store.setEndTold(tx, main, end)
  const paidHere = main.provider === facts.provider
  const why = !paidHere ? 'elsewhere' : main.status === 'past_due' ? 'unpaid' : 'canceled'
  await notify(ctx, tx, userId, endsSoon(end, zone, why))
}
