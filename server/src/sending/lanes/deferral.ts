import type { Pace } from '../../channels/port/sending.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import type { QueueGateway, DueDelivery, Waiting } from './queue-gateway.ts'
import type { Chat, Pacer } from './pace.ts'
import type { Owner } from '../store.ts'

const WAITS_FOR_CHAT = 'The network asked us to wait with this group.'
const WAITS_FOR_PACE = 'It waits for its turn: a group takes only so many messages a minute.'

export type DeferralOptions = {
  /** The monotonic time by which the pace is kept, and its conversion to the clock. */
  now(): number
  toClock(at: number): Date
  owner: Owner
  gateway: Pick<QueueGateway, 'defer' | 'skip'>
  pacer: Pacer
  pace: Pace
}

/**
 * Defers deliveries that must wait for their chat, so that others can be read, and decides when each is due
 * again: those of one chat one after the other. A delivery is skipped at once if the network asks to wait
 * until after its window. Waiting for our own pace is not late.
 */
export function openDeferral({ now, toClock, owner, gateway, pacer, pace }: DeferralOptions) {
  const deferredUntil = new Map<string, number>()

  return async (deliveries: readonly DueDelivery[]): Promise<Date[]> => {
    const at = now()
    const late: string[] = []
    const waits: Waiting[] = []
    for (const delivery of deliveries) {
      const free = Math.max(at, pacer.blockedUntil(delivery))
      if (toClock(free) >= delivery.expiresAt) {
        late.push(delivery.id)
        continue
      }
      const turn = turnOf(delivery, at)
      const reason = free > at ? WAITS_FOR_CHAT : WAITS_FOR_PACE
      waits.push({ id: delivery.id, until: toClock(turn), reason, graceMs: turn - free })
    }
    if (late.length > 0) await gateway.skip(owner, late, 'late', WAITS_FOR_CHAT)
    if (waits.length > 0) await gateway.defer(owner, waits)
    return waits.map(({ until }) => until)
  }

  function turnOf(chat: Chat, from: number): number {
    for (const [id, at] of deferredUntil) if (at < from) deferredUntil.delete(id)
    const everyMs = Math.max(seconds(1) / pace.chat.perSecond, minutes(1) / pace.groupPerMinute)
    const before = deferredUntil.get(chat.externalId) ?? -Infinity
    const turn = pacer.chatTurn(chat, from)
    // Infinity while an answer is awaited: the turn is counted from the answer, so it is at least this late.
    const soonest = turn === Infinity ? from + everyMs : turn
    const until = Math.ceil(Math.max(soonest, before + everyMs))
    deferredUntil.set(chat.externalId, until)
    return until
  }
}
