import type { Pace } from '../channels/port/sending.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { QueueGateway, DueDelivery, Waiting } from './queue-gateway.ts'
import type { Chat, Pacer } from './pace.ts'
import type { Owner } from './store.ts'

const WAITS_FOR_CHAT = 'The network asked us to wait with this group.'
const WAITS_FOR_PACE = 'It waits for its turn: a group takes only so many messages a minute.'

export type DeferralOptions = {
  /** The time that the pace is kept by, and when an instant of it comes by the clock. */
  now(): number
  toClock(at: number): Date
  owner: Owner
  gateway: Pick<QueueGateway, 'defer' | 'skip'>
  pacer: Pacer
  pace: Pace
}

/**
 * Puts aside what must wait for its chat, so that it makes room for others, and answers when each comes
 * back: those of one chat after each other. What the network wants only when its time is over is passed
 * over at once; waiting for our own pace is not late.
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
    // Without an end while it waits for an answer: its turn is counted from that, so not sooner than this.
    const soonest = turn === Infinity ? from + everyMs : turn
    const until = Math.ceil(Math.max(soonest, before + everyMs))
    deferredUntil.set(chat.externalId, until)
    return until
  }
}
