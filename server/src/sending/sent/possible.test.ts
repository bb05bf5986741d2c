import { expect, test } from 'vitest'
import { memoryNetwork } from '../../channels/conformance/memory-network.ts'
import type { SentCopies } from '../../deliveries/actions.ts'
import { minutes } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { deletableOf, editableOf, tooSlowFor } from './possible.ts'

// As WhatsApp has it: ten a minute, of which follow-ups take four, and a text can be edited for 15 minutes.
const channel = memoryNetwork().channel()
const { pace } = channel.capabilities
const slow = { ...pace, account: { perSecond: 1 / 6, burst: 3 } }
const ctx = {
  clock: { now: () => new Date('2026-06-01T10:00:00Z') },
  channels: new Map([
    ['whatsapp', { ...channel, capabilities: { ...channel.capabilities, pace: slow } }],
  ]),
} as unknown as Context

const sentCopies = (count: number, more: Partial<SentCopies> = {}): SentCopies => ({
  closed: null,
  groups: 1,
  named: ['Choir'],
  contentId: 'content',
  channel: 'whatsapp',
  accountId: 'account',
  groupId: 'group',
  title: 'Choir',
  count,
  unknown: 0,
  unknownIn: [],
  unsettled: 0,
  tooOldToEdit: 0,
  tooOldToDelete: 0,
  oldestToEdit: null,
  oldestToDelete: null,
  ...more,
})

const text = { kind: 'text' as const, text: 'At ten' }

const tooMany = (all: SentCopies[], due = 0) =>
  tooSlowFor(ctx, { kind: 'edit', all, due: new Map([['account', due]]) })

const about = (n: number) => [
  `About ${n} of them can be edited in the 15 minutes after they were sent, at the pace of one account. The others stay as they are.`,
]

test('where an account is too slow to edit all groups in time, it is said before', () => {
  expect(editableOf(ctx, sentCopies(200), text)).toMatchObject({ count: 200, reasons: [] })
  expect(tooMany([sentCopies(63)])).toEqual([])
  expect(tooMany([sentCopies(200)])).toEqual(about(63))
  // What is too old already is not waited for.
  const old = sentCopies(200, { tooOldToEdit: 150 })
  expect(tooMany([old])).toEqual([])
  expect(editableOf(ctx, old, text).reasons[0]).toMatch(/only/)
})

test('all that is asked of one account counts together, and what it has still to do counts before', () => {
  const other = { contentId: 'other' }
  expect(tooMany([sentCopies(40), sentCopies(40, other)])).toEqual(about(63))
  expect(tooMany([sentCopies(40)], 40)).toEqual(about(23))
  expect(tooMany([sentCopies(40)], 200)).toEqual(about(0))
  const elsewhere = { ...other, accountId: 'another' }
  expect(tooMany([sentCopies(40), sentCopies(40, elsewhere)])).toEqual([])
  expect(tooMany([sentCopies(70), sentCopies(40, elsewhere)])).toEqual(about(103))
  expect(tooMany([sentCopies(40), sentCopies(40, { closed: 'removed' })])).toEqual([])
})

test('groups that are gone are named, the first of many', () => {
  const gone = sentCopies(1, { closed: 'removed' })
  expect(editableOf(ctx, gone, text).reasons).toEqual(['Removed from your groups: “Choir”.'])
  const lost = sentCopies(9, { closed: 'lost', groups: 9, named: ['Alto', 'Bass'] })
  expect(deletableOf(ctx, lost).reasons).toEqual([
    'Cannot be reached any more: “Alto”, “Bass” and 7 more.',
  ])
})

test('what was sent some time ago has the rest of the time only', () => {
  const sentAt = new Date(ctx.clock.now().getTime() - minutes(13))
  expect(tooMany([sentCopies(11, { oldestToEdit: sentAt })])).toEqual([])
  expect(tooMany([sentCopies(50, { oldestToEdit: sentAt })])).toEqual(about(11))
})

test('where there is no end to the time, all can be done', () => {
  expect(deletableOf(ctx, sentCopies(10_000))).toMatchObject({ count: 10_000, reasons: [] })
})
