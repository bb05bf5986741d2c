import { expect, test } from 'vitest'
import { after, fromEpoch, instant, minutes } from '../platform/clock.ts'
import { occurrenceStatus, type Counts } from '../occurrences/rules.ts'
import { laneState, obstacle } from '../sending/rules.ts'

const now = instant('2026-06-01T08:00:00.000Z')

test.each([
  ['active', undefined],
  ['limited', undefined],
  ['muted', { skip: 'group_muted' }],
  ['lost', { skip: 'group_lost' }],
  ['suspended', { skip: 'group_suspended' }],
  ['disconnected', { skip: 'group_disconnected' }],
  ['removed', { skip: 'group_removed' }],
])('a delivery to a group that is %s meets %o', (groupStatus, expected) => {
  const delivery = {
    expiresAt: after(now, 1),
    kind: 'group',
    groupStatus,
    blockedUntil: null,
    stopped: null,
  }
  expect(obstacle(delivery, now)).toEqual(expected)
})

test.each(['lost', 'removed'])(
  'a test to an own chat that is %s says that it has ended',
  (groupStatus) => {
    const delivery = {
      expiresAt: after(now, 1),
      kind: 'own',
      groupStatus,
      blockedUntil: null,
      stopped: null,
    }
    expect(obstacle(delivery, now)).toEqual({ skip: 'own_chat_ended' })
  },
)

test('what is late is not sent, and what is blocked waits', () => {
  const given = {
    expiresAt: now,
    kind: 'group',
    groupStatus: 'active',
    blockedUntil: null,
    stopped: null,
  }
  expect(obstacle(given, now)).toEqual({ skip: 'late' })
  expect(obstacle({ ...given, stopped: 'paused' }, now)).toEqual({ skip: 'paused' })
  const expiresAt = after(now, minutes(1))
  const blockedUntil = after(now, 1)
  expect(obstacle({ ...given, expiresAt, blockedUntil }, now)).toEqual({ until: blockedUntil })
  expect(obstacle({ ...given, expiresAt, blockedUntil: now }, now)).toBeUndefined()
})

test('an account’s state opens, holds or fails its lane', () => {
  const needsSessionToSend = { needsSessionToSend: true }
  const statuses = ['connected', 'restricted', 'reconnecting', 'needs_pairing', 'banned']
  const kinds = (means: { needsSessionToSend: boolean }) =>
    statuses.map((status) => laneState({ status, reason: null, pausedUntil: null }, means).kind)
  expect(kinds(needsSessionToSend)).toEqual(['open', 'held', 'held', 'failed', 'failed'])
  expect(kinds({ needsSessionToSend: false })).toEqual(['open', 'open', 'open', 'failed', 'failed'])
  const pausedUntil = fromEpoch(5)
  expect(laneState({ status: 'connected', reason: null, pausedUntil }, needsSessionToSend)).toEqual(
    {
      kind: 'open',
      until: pausedUntil,
    },
  )
})

test.each<[Counts, string]>([
  [{ total: 3, sent: 2, failed: 0, skipped: 0, unconfirmed: 0 }, 'sending'],
  [{ total: 3, sent: 3, failed: 0, skipped: 0, unconfirmed: 0 }, 'done'],
  [{ total: 3, sent: 1, failed: 2, skipped: 0, unconfirmed: 0 }, 'partly'],
  [{ total: 3, sent: 1, failed: 0, skipped: 2, unconfirmed: 0 }, 'partly'],
  [{ total: 3, sent: 0, failed: 2, skipped: 0, unconfirmed: 1 }, 'partly'],
  [{ total: 3, sent: 0, failed: 1, skipped: 2, unconfirmed: 0 }, 'failed'],
  [{ total: 3, sent: 0, failed: 0, skipped: 3, unconfirmed: 0 }, 'skipped'],
  [{ total: 0, sent: 0, failed: 0, skipped: 0, unconfirmed: 0 }, 'skipped'],
])('%o is %s', (counts, status) => {
  expect(occurrenceStatus({ ...counts, reason: null })).toBe(status)
})

test.each<[Partial<Counts>, string]>([
  [{ total: 3, sent: 3 }, 'partly'],
  [{ total: 3, skipped: 2, unconfirmed: 1 }, 'partly'],
  [{ total: 3, skipped: 3 }, 'failed'],
  [{ total: 3, sent: 2 }, 'sending'],
])('%o of what was cut short is %s, never done', (counts, status) => {
  const none = { total: 0, sent: 0, failed: 0, skipped: 0, unconfirmed: 0 }
  expect(occurrenceStatus({ ...none, ...counts, reason: 'cut_short' })).toBe(status)
})

test.each<[Partial<Counts>, string]>([
  [{ total: 3, sent: 3 }, 'partly'],
  [{ total: 3, skipped: 2, unconfirmed: 1 }, 'partly'],
  [{ total: 3, skipped: 3 }, 'skipped'],
  [{ total: 3, failed: 1, skipped: 2 }, 'failed'],
  [{ total: 3, sent: 2 }, 'sending'],
])('%o of what was stopped short is %s, never done', (counts, status) => {
  const none = { total: 0, sent: 0, failed: 0, skipped: 0, unconfirmed: 0 }
  expect(occurrenceStatus({ ...none, ...counts, reason: 'stopped_short' })).toBe(status)
})
