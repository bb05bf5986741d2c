import { expect, test } from 'vitest'
import { after, days, hours, minutes } from '../platform/clock.ts'
import { presentSubscription } from './present.ts'
import {
  withFormerProviderEnd,
  goesDownAt,
  mainOf,
  nextAsk,
  tierOf,
  type Agreement,
  type PaymentFacts,
} from './rules.ts'

const now = new Date('2026-06-01T08:00:00Z')
const facts: PaymentFacts = { provider: 'polar', now, defaultTier: 'free' }
const at = (ms: number) => after(now, ms)

const given = (change: Partial<Agreement> = {}): Agreement => ({
  provider: 'polar',
  id: 's1',
  status: 'active',
  tier: 'pro',
  cents: 2499,
  currency: 'USD',
  billedEvery: 'month',
  currentPeriodEnd: at(days(20)),
  cancelAtPeriodEnd: false,
  endsAt: null,
  pastDueSince: null,
  startedAt: at(-days(10)),
  ...change,
})

test.for<[words: string, change: Partial<Agreement>, tier: 'free' | 'pro']>([
  ['paid', {}, 'pro'],
  ['paid, and renewed a little late', { currentPeriodEnd: at(-hours(2)) }, 'pro'],
  ['canceled', { cancelAtPeriodEnd: true }, 'pro'],
  ['canceled, at its end', { cancelAtPeriodEnd: true, currentPeriodEnd: now }, 'free'],
  ['unpaid for a day', { status: 'past_due', pastDueSince: at(-days(1)) }, 'pro'],
  ['unpaid until the last moment', { status: 'past_due', pastDueSince: at(-days(7) + 1) }, 'pro'],
  ['unpaid for seven days', { status: 'past_due', pastDueSince: at(-days(7)) }, 'free'],
  ['never paid', { status: 'incomplete' }, 'free'],
  ['on hold', { status: 'on_hold' }, 'free'],
  ['ended', { status: 'ended' }, 'free'],
  ['for something else', { tier: null }, 'free'],
  ['to end on a day before the next payment', { endsAt: now }, 'free'],
  ['to end after several renewals', { endsAt: at(days(200)) }, 'pro'],
])('who has one that is %s has the tier', ([, change, tier]) => {
  expect(tierOf([given(change)], facts)).toBe(tier)
  expect(tierOf([given({ status: 'ended' }), given(change)], facts)).toBe(tier)
  expect(tierOf([given(change)], { ...facts, defaultTier: 'pro' })).toBe('pro')
})

test.for<[words: string, change: Partial<Agreement>, tier: 'free' | 'pro']>([
  ['paid', {}, 'pro'],
  ['not known to be renewed', { currentPeriodEnd: now }, 'pro'],
  ['not renewed within the grace period', { currentPeriodEnd: at(-days(7)) }, 'free'],
  ['without a known end', { currentPeriodEnd: null }, 'free'],
  ['canceled', { cancelAtPeriodEnd: true }, 'pro'],
  ['canceled, at its end', { cancelAtPeriodEnd: true, currentPeriodEnd: now }, 'free'],
  [
    'to end long after the paid time',
    { currentPeriodEnd: at(-days(7)), endsAt: at(days(200)) },
    'free',
  ],
  ['unpaid for a day', { status: 'past_due', pastDueSince: at(-days(1)) }, 'pro'],
  ['unpaid for seven days', { status: 'past_due', pastDueSince: at(-days(7)) }, 'free'],
  ['on hold', { status: 'on_hold' }, 'free'],
  ['ended', { status: 'ended' }, 'free'],
])('at a provider that is not used any more, %s gives what was paid for', ([, change, tier]) => {
  for (const provider of ['stripe', null] as const) {
    const elsewhere = { ...facts, provider }
    const known = withFormerProviderEnd(given(change), elsewhere)
    expect(tierOf([known], elsewhere)).toBe(tier)
    expect(withFormerProviderEnd(known, elsewhere)).toEqual(known)
  }
})

test('who has none has the default', () => {
  expect(tierOf([], facts)).toBe('free')
  expect(tierOf([], { ...facts, defaultTier: 'pro' })).toBe('pro')
})

test('of several the one that gives the tier is shown, and the last of those', () => {
  const old = given({ id: 'old', startedAt: at(-days(40)) })
  const unpaid = given({ id: 'unpaid', status: 'on_hold', startedAt: now })
  expect(mainOf([unpaid, old, given()], facts)?.id).toBe('s1')
  expect(mainOf([unpaid, given({ status: 'ended' })], facts)?.id).toBe('unpaid')
  const other = given({ id: 'other', tier: null, startedAt: now })
  expect(mainOf([other, unpaid], facts)?.id).toBe('unpaid')
  expect(mainOf([given({ status: 'ended' }), other], facts)?.id).toBe('other')
  expect(mainOf([given({ status: 'ended' })], facts)).toBeUndefined()
})

test('the tier goes down when the last of those that give it ends', () => {
  const canceled = given({ cancelAtPeriodEnd: true })
  const unpaid = given({ status: 'past_due', pastDueSince: now })
  expect(goesDownAt([given()], facts)).toBeNull()
  expect(goesDownAt([], facts)).toBeNull()
  expect(goesDownAt([canceled], facts)).toEqual(at(days(20)))
  expect(goesDownAt([unpaid], facts)).toEqual(at(days(7)))
  expect(goesDownAt([canceled, unpaid], facts)).toEqual(at(days(20)))
  expect(goesDownAt([canceled, given()], facts)).toBeNull()
  expect(goesDownAt([canceled], { ...facts, defaultTier: 'pro' })).toBeNull()
})

test('a person sees when it renews, when it ends, or until when they can pay', () => {
  const shown = (change: Partial<Agreement>) => presentSubscription([given(change)], facts)
  const end = at(days(20)).toISOString()
  expect(shown({})).toEqual({
    tier: 'pro',
    status: 'active',
    price: { cents: 2499, currency: 'USD', interval: 'month' },
    renewsAt: end,
    endsAt: null,
    graceUntil: null,
    startedAt: at(-days(10)).toISOString(),
    cancelable: true,
    resumable: false,
  })
  expect(shown({ cancelAtPeriodEnd: true })).toMatchObject({
    status: 'canceled',
    renewsAt: null,
    endsAt: end,
    cancelable: false,
    resumable: true,
  })
  const later = at(days(200))
  expect(shown({ endsAt: later })).toMatchObject({
    status: 'active',
    renewsAt: end,
    endsAt: later.toISOString(),
    cancelable: true,
    resumable: true,
  })
  expect(shown({ tier: null })).toMatchObject({ tier: 'free', status: 'active', cancelable: true })
  expect(shown({ status: 'past_due', pastDueSince: now })).toMatchObject({
    status: 'past_due',
    renewsAt: null,
    graceUntil: at(days(7)).toISOString(),
  })
  expect(shown({ status: 'on_hold' })).toMatchObject({ status: 'past_due', graceUntil: null })
  expect(shown({ status: 'ended' })).toBeNull()
})

test('whoever pays is asked about every hour, and at the turns of their subscription', () => {
  const look = (change: Partial<Agreement>, openCheckout: Date | null = null, since = now) =>
    nextAsk([{ ...given(change), endedAt: null }], { openCheckout, since, facts })
  expect(look({})).toEqual(at(hours(1)))
  expect(look({ currentPeriodEnd: at(minutes(20)) })).toEqual(at(minutes(20)))
  expect(look({ status: 'past_due', pastDueSince: at(minutes(30) - days(7)) })).toEqual(
    at(minutes(30)),
  )
  expect(look({ status: 'ended' }, now)).toEqual(at(minutes(5)))
  expect(look({ status: 'ended' }, at(-hours(3)))).toEqual(at(hours(1)))
  expect(look({ status: 'ended' })).toEqual(at(days(1)))
  expect(look({ status: 'ended' }, null, at(-days(31)))).toBeNull()
  // At a provider that is not used any more, until it gives nothing; should it be used again, it is asked.
  expect(look({ provider: 'stripe' })).toEqual(at(hours(1)))
  expect(look({ provider: 'stripe', currentPeriodEnd: at(-days(30)) })).toEqual(at(days(1)))
})
