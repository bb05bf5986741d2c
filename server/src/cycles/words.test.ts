import { expect, test } from 'vitest'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { CUT_SHORT, STOPPED_SHORT } from '../occurrences/rules.ts'
import { attentionFor } from './words.ts'

const cycle = { id: 'c', status: 'active', advanceOnSkip: false, comesAgain: true } as const

function textOf(change: Partial<OccurrenceChange> & Pick<OccurrenceChange, 'status'>) {
  const ended = { id: 'o', userId: 'u', source: 'cycle', sourceId: 'c', slotAt: null } as const
  const counts = { total: 4, sent: 0, failed: 0, skipped: 0, late: 0, unconfirmed: 0 }
  return attentionFor(cycle, { ...ended, ...counts, isNews: true, ...change })?.text
}

const missed = { group: 'Choir', reason: 'The bot was removed.' }
const doubted = { group: 'Band' }

test('the attention of a cycle counts its sends and names the first group', () => {
  expect(textOf({ status: 'failed', failed: 4, missed })).toBe(
    'None of the 4 sends arrived. Choir: the bot was removed.',
  )
  expect(textOf({ status: 'partly', sent: 3, failed: 1, missed })).toBe(
    'Choir did not get it: the bot was removed.',
  )
  expect(textOf({ status: 'sending', sent: 1, failed: 2, missed })).toBe(
    '2 of 4 sends did not arrive. Choir: the bot was removed. The rest is still to come.',
  )
  expect(textOf({ status: 'partly', sent: 2, unconfirmed: 2, doubted })).toBe(
    '2 of 4 sends may have arrived: the network did not answer.',
  )
  expect(textOf({ status: 'partly', sent: 3, unconfirmed: 1, doubted })).toBe(
    'Band may have it: the network did not answer.',
  )
})

test('the attention of a cycle says why some of its groups have no delivery', () => {
  expect(textOf({ status: 'partly', sent: 4, reason: CUT_SHORT })).toBe(
    'It could not be prepared for all of its groups. The rest of them did not get it.',
  )
  expect(textOf({ status: 'partly', sent: 4, reason: STOPPED_SHORT })).toBe(
    'It was stopped before it was prepared for all of its groups. The rest of them did not get it.',
  )
  expect(textOf({ status: 'partly', sent: 3, failed: 1, missed, reason: CUT_SHORT })).toBe(
    'Choir did not get it: the bot was removed. For the rest of them it could not be prepared.',
  )
  expect(textOf({ status: 'failed', total: 1, failed: 1, missed, reason: CUT_SHORT })).toBe(
    'Choir did not get it: the bot was removed. For the rest of them it could not be prepared.',
  )
  expect(textOf({ status: 'failed', total: 0, reason: CUT_SHORT })).toBe(
    'It could not be prepared for sending, and no group got it.',
  )
})
