import { expect, test } from 'vitest'
import { after, days, hours, minutes } from '../platform/clock.ts'
import { presentSubscription } from './present.ts'
import { goesDownAt, mainOf, nextLook, tierOf, type Agreement, type Terms } from './rules.ts'

const now = new Date('2026-06-01T08:00:00Z')
const terms: Terms = { provider: 'polar', now, defaultTier: 'free' }
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
  ['at a provider of before, in paid time', { provider: 'stripe' }, 'pro'],
  ['at a provider of before, after it', { provider: 'stripe', currentPeriodEnd: now }, 'free'],
  [
    'unpaid at a provider of before',
    { provider: 'stripe', status: 'past_due', pastDueSince: now },
    'free',
  ],
])('who has one that is %s has the tier', ([, change, tier]) => {
  expect(tierOf([given(change)], terms)).toBe(tier)
  expect(tierOf([given({ status: 'ended' }), given(change)], terms)).toBe(tier)
  expect(tierOf([given(change)], { ...terms, defaultTier: 'pro' })).toBe('pro')
})

test('who has none has the default', () => {
  expect(tierOf([], terms)).toBe('free')
  expect(tierOf([], { ...terms, defaultTier: 'pro' })).toBe('pro')
})

test('of several the one that gives the tier is shown, and the last of those', () => {
  const old = given({ id: 'old', startedAt: at(-days(40)) })
  const unpaid = given({ id: 'unpaid', status: 'on_hold', startedAt: now })
  expect(mainOf([unpaid, old, given()], terms)?.id).toBe('s1')
  expect(mainOf([unpaid, given({ status: 'ended' })], terms)?.id).toBe('unpaid')
  expect(mainOf([given({ status: 'ended' }), given({ tier: null })], terms)).toBeUndefined()
})

test('the tier goes down when the last of those that give it ends', () => {
  const canceled = given({ cancelAtPeriodEnd: true })
  const unpaid = given({ status: 'past_due', pastDueSince: now })
  expect(goesDownAt([given()], terms)).toBeNull()
  expect(goesDownAt([], terms)).toBeNull()
  expect(goesDownAt([canceled], terms)).toEqual(at(days(20)))
  expect(goesDownAt([unpaid], terms)).toEqual(at(days(7)))
  expect(goesDownAt([canceled, unpaid], terms)).toEqual(at(days(20)))
  expect(goesDownAt([canceled, given()], terms)).toBeNull()
  expect(goesDownAt([canceled], { ...terms, defaultTier: 'pro' })).toBeNull()
})

test('a person sees when it renews, when it ends, or until when they can pay', () => {
  const shown = (change: Partial<Agreement>) => presentSubscription([given(change)], terms)
  const end = at(days(20)).toISOString()
  expect(shown({})).toEqual({
    tier: 'pro',
    status: 'active',
    price: { cents: 2499, currency: 'USD', interval: 'month' },
    renewsAt: end,
    endsAt: null,
    graceUntil: null,
    startedAt: at(-days(10)).toISOString(),
  })
  expect(shown({ cancelAtPeriodEnd: true })).toMatchObject({
    status: 'canceled',
    renewsAt: null,
    endsAt: end,
  })
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
    nextLook([{ ...given(change), endedAt: null }], { openCheckout, since, now })
  expect(look({})).toEqual(at(hours(1)))
  expect(look({ currentPeriodEnd: at(minutes(20)) })).toEqual(at(minutes(20)))
  expect(look({ status: 'past_due', pastDueSince: at(minutes(30) - days(7)) })).toEqual(
    at(minutes(30)),
  )
  expect(look({ status: 'ended' }, now)).toEqual(at(minutes(5)))
  expect(look({ status: 'ended' }, at(-hours(3)))).toEqual(at(hours(1)))
  expect(look({ status: 'ended' })).toEqual(at(days(1)))
  expect(look({ status: 'ended' }, null, at(-days(31)))).toBeNull()
})
