import type { Occurrence } from '@carillon/contract/deliveries'
import { expect, test } from 'vitest'
import { nameOf } from './nameOf.ts'
import {
  canEdit,
  previewOf,
  sentNowWords,
  deletedWords,
  mostlySaid,
  progressWords,
  stateWords,
  waitingWords,
} from './words.ts'

test('a long text is cut between characters, after its markup is read', () => {
  const preview = previewOf({ content: { kind: 'text', text: `*a*${'🎉'.repeat(200)}` } })
  expect(preview).toBe(`a${'🎉'.repeat(159)}`)
})

test('what is deleted from its groups again does not stand as sent only', () => {
  const sent = {
    total: 3,
    sent: 3,
    deleted: 0,
    failed: 0,
    skipped: 0,
    unconfirmed: 0,
  } as Occurrence
  expect(progressWords(sent)).toBe('3 of 3 sent')
  expect(progressWords({ ...sent, deleted: 3 })).toBe('3 of 3 sent, 3 deleted again')
})

const until = '2026-06-01T10:00:00.000Z'
const today = Date.parse('2026-06-01T08:00:00.000Z')
const yesterday = Date.parse('2026-05-31T20:00:00.000Z')

test('what waits for quiet hours is not told as being sent', () => {
  const waiting = { count: 1, until, code: 'quiet_hours' } as const
  const occurrence = { pending: 1, total: 1, sent: 0, failed: 0, waiting } as Occurrence
  const sending = { status: 'sending', occurrence } as const
  expect(stateWords(sending).label).toBe('Waiting')
  expect(stateWords({ ...sending, occurrence: { ...occurrence, pending: 2 } }).label).toBe(
    'Sending',
  )
  expect(stateWords({ status: 'sent', occurrence: null }).label).toBe('Sent')
  const gone = { ...occurrence, pending: 0, sent: 1, deleted: 1, waiting: null }
  expect(stateWords({ status: 'sent', occurrence: gone }).label).toBe('Deleted')
  const partlyGone = { ...gone, sent: 3, deleted: 2 }
  expect(stateWords({ status: 'sent', occurrence: partlyGone }).label).toBe('Partly deleted')
  const doubtful = { ...partlyGone, sent: 0, deleted: 0, unconfirmed: 1 }
  expect(stateWords({ status: 'partly_sent', occurrence: doubtful }).label).toBe(
    'May have been sent',
  )
  const passedOver = { ...occurrence, status: 'skipped', pending: 0, skipped: 1 } as const
  expect(stateWords({ status: 'failed', occurrence: passedOver }).label).toBe('Skipped')
  expect(deletedWords({ occurrence: partlyGone })).toBe('Deleted in 2 of 3 groups')
  expect(deletedWords({ occurrence: gone })).toBe('')
  expect(waitingWords(occurrence, 'UTC', today)).toContain('1 group waits until 10:00')
  const two = { ...occurrence, waiting: { ...waiting, count: 2 }, pending: 2, total: 2 }
  expect(waitingWords(two, 'UTC', today)).toContain('2 groups wait until')
  const apart = { ...two, waiting: { ...two.waiting, lastUntil: '2027-01-01T00:00:00.000Z' } }
  expect(waitingWords(apart, 'UTC', today)).toContain('2 groups wait, the first until')
  const different = {
    ...two,
    waiting: { ...two.waiting, lastUntil: '2026-06-01T11:00:00.000Z', lastCode: 'gap' as const },
  }
  expect(waitingWords(different, 'UTC', today)).toMatch(
    /^2 groups wait, the first until 10:00.AM: quiet hours, the last until 11:00.AM: the minimum gap of the group$/,
  )
  expect(waitingWords({ ...different, total: 3, sent: 1 }, 'UTC', today)).toContain(
    'the other 2 from 10:00 AM (quiet hours, the last until'.replace(' AM', '\u00a0AM'),
  )
  const used = { ...two, waiting: { ...two.waiting, code: 'allowance' as const } }
  expect(waitingWords(used, 'UTC', yesterday)).toMatch(
    /^2 groups wait until tomorrow, 10:00.AM: the number has sent all it may send today$/,
  )
  const gap = { ...two, waiting: { ...two.waiting, code: 'gap' as const } }
  expect(waitingWords(gap, 'UTC', today)).toMatch(
    /^2 groups wait at least until 10:00.AM: the minimum gap of the group$/,
  )
  expect(waitingWords({ ...gap, total: 5, sent: 1, skipped: 2 }, 'UTC', today)).toMatch(
    /^1 of 5 groups · 2 skipped · the other 2 from 10:00.AM \(the minimum gap of the group\)$/,
  )
  const held = { ...two, waiting: { ...two.waiting, code: 'restricted' as const } }
  expect(waitingWords(held, 'UTC', today)).toMatch(
    /^2 groups wait until 10:00.AM: the number is restricted$/,
  )
  const partly = { ...occurrence, total: 2, sent: 1 }
  expect(waitingWords(partly, 'UTC', today)).toMatch(
    /^1 of 2 groups · the other at 10:00.AM \(quiet hours\)$/,
  )
  expect(waitingWords({ ...two, total: 4, sent: 1, failed: 1 }, 'UTC', today)).toMatch(
    /^1 of 4 groups · 1 failed · the other 2 from 10:00.AM \(quiet hours\)$/,
  )
  // Sent to one of them before: the other alone is on its way.
  expect(
    waitingWords(occurrence, 'UTC', today, { groups: 1, of: 2, unsure: 0, groupIds: [] }),
  ).toContain('1 of 2 groups')
})

test('a partly sent message cannot be changed once the groups without it were removed', () => {
  const occurrence = { unconfirmed: 0 } as Occurrence
  const reach = { groups: 2, of: 3, unsure: 0, groupIds: [], left: 1 }
  expect(canEdit({ status: 'partly_sent', occurrence, reach })).toBe(true)
  expect(canEdit({ status: 'partly_sent', occurrence, reach: { ...reach, left: 0 } })).toBe(false)
})

test('sending now tells what quiet hours keep back', () => {
  const quietNow = { held: 1, skipped: 0, until }
  expect(sentNowWords({ groupCount: 1 }, 'UTC')).toEqual({ title: 'Sending now' })
  expect(sentNowWords({ groupCount: 1, quietNow }, 'UTC').title).toBe(
    'It waits for quiet hours to end',
  )
  expect(sentNowWords({ groupCount: 2, quietNow }, 'UTC').title).toBe('Sending now')
  const skipped = { held: 0, skipped: 1 }
  expect(sentNowWords({ groupCount: 1, quietNow: skipped }, 'UTC').title).toBe(
    'Not sent: quiet hours',
  )
})

test('a row says what most groups have since an edit', () => {
  const content = { kind: 'text' as const, text: 'Doubtful one' }
  const corrected = { ...content, text: 'Doubtful one, corrected' }
  const at = '2026-06-01T10:00:00.000Z'
  const edited = { at, content: corrected, on: { telegram: at } }
  const after = (done: number, status: 'sent' | 'active' = 'sent') => {
    const changes = [{ kind: 'edit' as const, at, total: 3, done, failed: 0 }]
    const occurrence = { sent: 3, edited, changes } as unknown as Occurrence
    expect(nameOf({ status, content, occurrence })).toBe(
      mostlySaid({ status, content, occurrence }).text,
    )
    return mostlySaid({ status, content, occurrence }).text
  }
  expect(after(2)).toBe('Doubtful one, corrected')
  expect(after(1)).toBe('Doubtful one')
  // What a series says in its next run.
  expect(after(3, 'active')).toBe('Doubtful one')
})
