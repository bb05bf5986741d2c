import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { after, fromEpoch, seconds } from '../../platform/clock.ts'
import type { DueDelivery, Waiting } from './queue-gateway.ts'
import { openPacer } from './pace.ts'
import { openDeferral } from './deferral.ts'

test('each delivery that waits for its chat gets its own time', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const now = () => clock.now().getTime()
  const pace = {
    account: { perSecond: 25, burst: 28 },
    chat: { perSecond: 1, burst: 1 },
    groupPerMinute: 20,
    inFlight: 5,
  }
  const pacer = openPacer(pace)
  const deferred: Waiting[] = []
  const deferAll = openDeferral({
    now,
    toClock: fromEpoch,
    owner: { id: 'bot', epoch: 1 },
    gateway: {
      defer: async (_owner, waiting) => void deferred.push(...waiting),
      skip: async () => {},
    },
    pacer,
    pace,
  })
  const chat = { externalId: '-1001', kind: 'group' }
  const expiresAt = after(clock.now(), seconds(60))
  const waiting = [1, 2].map((id) => ({ ...chat, id: String(id), expiresAt }) as DueDelivery)
  pacer.sent(chat, now())
  expect(await deferAll(waiting)).toEqual([
    after(clock.now(), seconds(3)),
    after(clock.now(), seconds(6)),
  ])
  expect(deferred.map(({ id }) => id)).toEqual(['1', '2'])
})
