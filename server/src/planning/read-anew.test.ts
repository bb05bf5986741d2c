import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from '../../test/test-app.ts'
import { instant } from '../platform/clock.ts'
import { readAnew } from './rules.ts'

test.for<[what: string, rule: Schedule['rule'], at: string, local: string, found: string]>([
  [
    'elapsed time goes on by the instant',
    { kind: 'every', n: 8, unit: 'hour', anchor: '2026-01-01T00:00' },
    '2026-06-02T07:00:00.000Z',
    '2026-06-02T08:00',
    '2026-06-02T07:00:00.000Z',
  ],
  [
    'by its name, where another time of the rule has its instant now',
    { kind: 'daily', everyDays: 1, at: ['09:00', '10:00'] },
    '2026-06-02T08:00:00.000Z',
    '2026-06-02T09:00',
    '2026-06-02T07:00:00.000Z',
  ],
  [
    'the next one, where the rule has no such name any more',
    { kind: 'weekly', days: ['fri'], at: ['09:00'] },
    '2026-06-02T08:00:00.000Z',
    '2026-06-02T09:00',
    '2026-06-05T07:00:00.000Z',
  ],
  [
    'by the instant, where the name is that of a slot weeks later',
    { kind: 'daily', everyDays: 1, at: ['09:00'] },
    '2026-06-02T07:00:00.000Z',
    '2026-06-23T09:00',
    '2026-06-02T07:00:00.000Z',
  ],
  [
    'by the instant, where the name is that of a slot weeks ago',
    { kind: 'every', n: 8, unit: 'hour', anchor: '2026-01-01T00:00' },
    '2026-06-02T06:00:00.000Z',
    '2026-05-12T08:00',
    '2026-06-02T07:00:00.000Z',
  ],
  [
    'what was promised, where nothing is named any more',
    { kind: 'once', at: '2026-05-01T09:00' },
    '2026-06-02T08:00:00.000Z',
    '2026-06-02T09:00',
    '2026-06-02T08:00:00.000Z',
  ],
])('read anew: %s', ([, rule, at, nextLocal, found]) => {
  const spec = { timeZone: 'Europe/Berlin', rule, starts: '2026-01-01' }
  const slot = readAnew(spec, { nextSlotAt: instant(at), nextLocal })
  expect(slot.at.toISOString()).toBe(found)
})
