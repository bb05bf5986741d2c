import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import type { Outcome, SendRequest } from '../../channels/port/sending.ts'
import { hours, instant, after, seconds } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { attempt, closingOf } from './attempt.ts'
import type { LaneDelivery } from '../lanes/lanes-store.ts'

const request = { files: [] as const } as unknown as SendRequest
const log = createLog('silent')

function start(send: (request: SendRequest) => Promise<Outcome>) {
  const clock = heldClock('2026-06-01T08:00:00Z')
  return { clock, outcome: attempt({ clock, log, channel: { send } }, request) }
}

test('an adapter is told when its time is up, and has the last word', async () => {
  const { clock, outcome } = start(
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({
            kind: 'retry',
            scope: 'account',
            code: 'unreachable',
            reason: 'Not one byte left.',
          }),
        )
      }),
  )
  clock.advance(seconds(30))
  expect(await outcome).toMatchObject({ kind: 'retry' })
  expect(clock.next()).toBeUndefined()
})

test('an adapter that does not end is not waited for', async () => {
  const { clock, outcome } = start(() => new Promise(() => {}))
  clock.advance(seconds(32))
  expect(await outcome).toEqual({
    kind: 'unconfirmed',
    reason: 'The network did not answer in time.',
  })
})

test('an adapter that throws leaves a doubt, never a second try', async () => {
  const { clock, outcome } = start(async () => {
    throw new TypeError('undefined is not a function')
  })
  expect(await outcome).toMatchObject({ kind: 'unconfirmed' })
  expect(clock.next()).toBeUndefined()
})

test('what was not sent since the clock was set by an hour does not wait for that hour', () => {
  const dueAt = instant('2026-06-01T08:00:00Z')
  const delivery = { id: 'a', attempt: 0, tries: 1, doubtful: true, dueAt } as LaneDelivery
  const by = { epoch: 1, guarantee: 'at-most-once, asks' } as const
  const now = after(dueAt, hours(1))
  const closing = closingOf(delivery, by, undefined, { answeredAt: now, now })
  expect(closing).toMatchObject({
    status: 'queued',
    outcome: 'not_sent',
    notBefore: dueAt,
    tries: 1,
    doubtful: true,
  })
})
