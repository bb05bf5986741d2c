import type { MessageSummary } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { byDay } from './days.ts'

const now = Date.parse('2026-12-07T22:30:00Z')

const message = (id: string, more: Partial<MessageSummary>) =>
  ({ id, status: 'scheduled', nextAt: null, occurrence: null, ...more }) as MessageSummary

const paused = (id: string, at: string) =>
  message(id, { status: 'paused', schedule: { timeZone: 'UTC', rule: { kind: 'once', at } } })

/** All that is left of it waits for the rules of its groups. */
const waiting = (id: string) =>
  message(id, {
    status: 'sending',
    occurrence: { pending: 2, waiting: { count: 2 } } as MessageSummary['occurrence'],
  })

const shown = (parts: ReturnType<typeof byDay>) =>
  parts.map(({ heading, messages }) => `${heading}: ${messages.map(({ id }) => id).join(' ')}`)

test('upcoming messages stand under their days, the paused ones where their time has them', () => {
  const messages = [
    message('a', { nextAt: '2026-12-07T22:45:00.000Z' }),
    message('b', { nextAt: '2026-12-07T23:15:00.000Z' }),
    message('c', { nextAt: '2026-12-08T09:00:00.000Z' }),
    paused('d', '2026-12-08T08:00'),
    waiting('g'),
    message('e', { status: 'sending' }),
    message('f', { status: 'paused' }),
  ]
  // 23:00 in UTC is midnight in Berlin: the day of a is over there.
  expect(shown(byDay(messages, 'upcoming', 'Europe/Berlin', now))).toEqual([
    'Being sent: e',
    'Waiting: g',
    'Today: a',
    'Tomorrow: b d c',
    'No time: f',
  ])
  expect(shown(byDay(messages.slice(0, 2), 'upcoming', 'UTC', now))).toEqual(['Today: a b'])
})

test('past messages stand as they come, under the days they changed on', () => {
  const messages = [
    message('a', { status: 'sent', updatedAt: '2026-12-07T10:00:00.000Z' }),
    message('b', { status: 'failed', updatedAt: '2026-12-07T09:00:00.000Z' }),
    message('c', { status: 'missed', updatedAt: '2026-12-06T23:59:00.000Z' }),
  ]
  expect(shown(byDay(messages, 'past', 'UTC', now))).toEqual(['Today: a b', 'Yesterday: c'])
})
