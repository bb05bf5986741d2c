import type { Pace } from '../../channels/port.ts'
import { fromEpoch, minutes, seconds, type Clock } from '../../platform/clock.ts'
import type { Desk, DueDelivery, Waiting } from './desk.ts'
import type { Chat, Pacer } from './pace.ts'
import type { Owner } from './store.ts'

const WAITS_FOR_CHAT = 'The network asked us to wait with this group.'
const WAITS_FOR_PACE = 'It waits for its turn: a group takes only so many messages a minute.'

export type ParkingOptions = {
  clock: Clock
  owner: Owner
  desk: Pick<Desk, 'park' | 'skip'>
  pacer: Pacer
  pace: Pace
}

/**
 * Puts aside what must wait for its chat, so that it makes room for others, and answers when each comes
 * back: those of one chat after each other. What the network wants only when its time is over is passed
 * over at once; waiting for our own pace is not late.
 */
export function openParking({ clock, owner, desk, pacer, pace }: ParkingOptions) {
  const parkedUntil = new Map<string, number>()

  return async (deliveries: readonly DueDelivery[]): Promise<Date[]> => {
    const now = clock.now().getTime()
    const late: string[] = []
    const waits: Waiting[] = []
    for (const delivery of deliveries) {
      const free = Math.max(now, pacer.blockedUntil(delivery))
      if (free >= delivery.expiresAt.getTime()) {
        late.push(delivery.id)
        continue
      }
      const until = turnOf(delivery, now)
      const reason = free > now ? WAITS_FOR_CHAT : WAITS_FOR_PACE
      waits.push({ id: delivery.id, until, reason, graceMs: until.getTime() - free })
    }
    if (late.length > 0) await desk.skip(owner, late, 'late', WAITS_FOR_CHAT)
    if (waits.length > 0) await desk.park(owner, waits)
    return waits.map(({ until }) => until)
  }

  function turnOf(chat: Chat, now: number): Date {
    for (const [id, at] of parkedUntil) if (at < now) parkedUntil.delete(id)
    const everyMs = Math.max(seconds(1) / pace.chat.perSecond, minutes(1) / pace.groupPerMinute)
    const before = parkedUntil.get(chat.externalId) ?? -Infinity
    const until = Math.ceil(Math.max(pacer.chatTurn(chat, now), before + everyMs))
    parkedUntil.set(chat.externalId, until)
    return fromEpoch(until)
  }
}
