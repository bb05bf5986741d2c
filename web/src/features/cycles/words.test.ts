import type { CycleMode, CycleRun } from '@carillon/contract/cycles'
import { expect, test } from 'vitest'
import { insteadWords, noSkipReason, rotationWords, sendNextWords } from './words.ts'

const at = '2026-06-01T06:00:00.000Z'
const next = { at, slotAt: at, local: '2026-06-01T06:00', parts: [] }
const run = (given: Partial<CycleRun>): CycleRun => ({ ...next, ...given })

test('a step is skipped only where the next run has one', () => {
  const why = (...nextRuns: CycleRun[]) => noSkipReason({ status: 'active', nextRuns })
  const step = run({ parts: [{ stepId: 'a', text: 'One', groups: 1 }] })
  expect(why(step)).toBeUndefined()
  expect(why(run({ changed: 'content' }), step)).toMatch(/text of its own/)
  expect(why(run({}), step)).toBe('No step comes at the next time.')
  expect(why(run({}))).toBe('No step can come.')
})

test('the order of the steps says when it ends', () => {
  expect(rotationWords('sequence', undefined)).toBe('In order, again and again')
  expect(rotationWords('sequence', { rounds: 2 })).toBe('In order, for 2 rounds')
  expect(rotationWords('shuffle', { sends: 1 })).toBe('Shuffled, for 1 message')
  expect(rotationWords('once', { sends: 10 })).toBe('In order, once, at most 10 messages')
})

test('the steps that are sent now are named by their numbers, with how many groups get them', () => {
  const words = (steps: number[], groups = 3, lost = 0, mode: CycleMode = 'same') =>
    sendNextWords(
      {
        mode,
        stepCount: 5,
        groupCount: 3,
        sendNext: steps.map((step) => ({ stepId: `${step}`, step, text: 'One', groups })),
      },
      lost,
    )
  expect(words([0])).toBe('Step 1 of 5 goes to 3 groups at once.')
  expect(words([4, 0])).toBe('Steps 5 and 1 of 5 go to 3 groups at once.')
  expect(words([1, 2, 3], 2, 1)).toBe('Steps 2, 3 and 4 of 5 go to 2 of 3 groups at once.')
  expect(words([0], 1, 1)).toBe(
    'Step 1 of 5 goes to 1 of 3 groups at once. The others get nothing: they are lost, muted, or in quiet hours that skip messages.',
  )
  expect(words([0], 1, 0, 'one_group')).toBe(
    'Step 1 of 5 goes to the group whose turn it is at once.',
  )
  expect(words([0], 1, 0, 'own_place')).toBe(
    'Each group that can get a message now gets its own next step at once.',
  )
  expect(words([])).toBe(
    'Nothing can be sent now: none of its messages may go, or no group can get one.',
  )
})

test('the text of one run says what becomes of its step, and that it goes to all groups', () => {
  expect(insteadWords(2, 'same').note).toBe(
    'This text is sent instead of step 2. Step 2 comes at the next run.',
  )
  expect(insteadWords(undefined, 'one_group').note).toBe(
    'This text is sent instead of its steps, to all groups, not only to the one whose turn it is. They come at the next run.',
  )
})
