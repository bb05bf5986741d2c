import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/port/sending.ts'
import { after, instant, minutes } from '../../platform/clock.ts'
import { verdict, type Answered } from './verdict.ts'

const now = instant('2026-06-01T08:00:00.000Z')

const noFormatting: Outcome = {
  kind: 'formattingRefused',
  reason: 'Telegram does not accept the formatting.',
}
const lost: Outcome = { kind: 'unconfirmed', reason: 'Telegram did not answer.' }

const words = fc.constantFrom('It failed.', 'The network said no.')
const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    kind: fc.constant('sent' as const),
    receipt: fc.constant({ externalIds: ['1'] as const }),
  }),
  fc.record({
    kind: fc.constant('retry' as const),
    scope: fc.constantFrom('delivery' as const, 'chat' as const, 'account' as const),
    code: fc.constantFrom('slow_down' as const, 'unreachable' as const),
    reason: words,
  }),
  fc.record({
    kind: fc.constant('retry' as const),
    scope: fc.constantFrom('delivery' as const, 'chat' as const, 'account' as const),
    code: fc.constant('slow_down' as const),
    reason: words,
    waitMs: fc.nat(minutes(60)),
  }),
  fc.record({ kind: fc.constant('retarget' as const), externalId: fc.constant('-2') }),
  fc.record({ kind: fc.constant('formattingRefused' as const), reason: words }),
  fc.record({
    kind: fc.constant('refused' as const),
    code: fc.constant('unknown' as const),
    reason: words,
  }),
  fc.record({
    kind: fc.constant('groupLost' as const),
    code: fc.constant('kicked' as const),
    reason: words,
  }),
  fc.record({
    kind: fc.constant('accountLost' as const),
    code: fc.constant('banned' as const),
    reason: words,
  }),
  fc.record({ kind: fc.constant('unconfirmed' as const), reason: words }),
)
const deliveries: fc.Arbitrary<Answered> = fc.record({
  expiresAt: fc.integer({ min: -60, max: 90 }).map((n) => after(now, minutes(n))),
  tries: fc.nat(12),
  doubtful: fc.boolean(),
  plain: fc.boolean(),
  onUnconfirmed: fc.constantFrom('ask' as const, 'resend' as const, 'assume_sent' as const),
  guarantee: fc.constantFrom('once' as const, 'at-most-once, asks' as const),
})

test('no try is made before its time, nor after its time is up', () => {
  fc.assert(
    fc.property(deliveries, outcomes, (delivery, outcome) => {
      const { status, notBefore } = verdict(delivery, outcome, now)
      expect(notBefore.getTime()).toBeGreaterThanOrEqual(now.getTime())
      expect(status !== 'waiting' || notBefore < delivery.expiresAt).toBe(true)
    }),
  )
})

test('a delivery that may have been accepted is never called failed or skipped', () => {
  fc.assert(
    fc.property(deliveries, outcomes, (delivery, outcome) => {
      const { status, doubtful } = verdict({ ...delivery, doubtful: true }, outcome, now)
      expect(['failed', 'skipped']).not.toContain(status)
      expect(doubtful || status === 'sent').toBe(true)
    }),
  )
})

test('a lost answer is sent again only where that is safe or wanted', () => {
  fc.assert(
    fc.property(deliveries, (delivery) => {
      const { status } = verdict(delivery, lost, now)
      const again = status === 'waiting' || status === 'queued'
      expect(again && delivery.guarantee !== 'once' && delivery.onUnconfirmed !== 'resend').toBe(
        false,
      )
    }),
  )
})

test('formatting is dropped once at most, whatever else comes', () => {
  fc.assert(
    fc.property(deliveries, (delivery) => {
      const { status } = verdict({ ...delivery, plain: true }, noFormatting, now)
      expect(['failed', 'unconfirmed']).toContain(status)
    }),
  )
})

test('every story ends: whatever comes of the tries, they are few and the last ends it', () => {
  const story = fc.array(outcomes, { minLength: 400, maxLength: 400 })
  fc.assert(
    fc.property(deliveries, story, (given, answers) => {
      let delivery = { ...given, expiresAt: after(now, minutes(24 * 60)) }
      let at = now
      let sends = 0
      const open = answers.every((answer) => {
        const becomes = verdict(
          delivery,
          answer.kind === 'retry' ? { ...answer, waitMs: minutes(30) } : answer,
          at,
        )
        sends++
        const plain = delivery.plain || answer.kind === 'formattingRefused'
        delivery = { ...delivery, tries: becomes.tries, doubtful: becomes.doubtful, plain }
        at = becomes.notBefore
        return becomes.status === 'waiting' || becomes.status === 'queued'
      })
      expect(open).toBe(false)
      expect(sends).toBeLessThan(120)
    }),
    { numRuns: 50 },
  )
})
