import { expect, test } from 'vitest'
import { instant } from '../platform/clock.ts'
import { hasRefused, refusalsAfter, type Refusals } from './refusal-rules.ts'
import { mutedReason } from './words.ts'

const at = (minute: number) => instant(`2026-06-01T08:${String(minute).padStart(2, '0')}:00.000Z`)

type Refusal = { says: string; words?: string; arrived?: Date }

/** What is known after these, one a minute. */
const after = (...refusals: Refusal[]) =>
  refusals.reduce<Refusals | null>(
    (known, { says, words = 'No.', arrived }, n) =>
      refusalsAfter(known, { words, message: says, at: at(n) }, arrived ?? null),
    null,
  )

test.each<[what: string, refusals: Refusal[], isMuted: boolean]>([
  ['one message', [{ says: 'a' }], false],
  ['two messages', [{ says: 'a' }, { says: 'b' }], false],
  ['three messages', [{ says: 'a' }, { says: 'b' }, { says: 'c' }], true],
  ['one message three times', [{ says: 'a' }, { says: 'a' }, { says: 'a' }], false],
  ['two messages again and again', 'ababab'.split('').map((says) => ({ says })), false],
  ['three, one of them twice', 'abac'.split('').map((says) => ({ says })), true],
  [
    'three in different words',
    [{ says: 'a' }, { says: 'b', words: 'Never.' }, { says: 'c' }],
    false,
  ],
  [
    'three, and before the last something arrived',
    [{ says: 'a' }, { says: 'b' }, { says: 'c', arrived: at(1) }],
    false,
  ],
  [
    'three, and before the first something arrived',
    [{ says: 'a' }, { says: 'b', arrived: at(-0) }, { says: 'c' }, { says: 'd' }],
    true,
  ],
  ['many', 'abcdefgh'.split('').map((says) => ({ says })), true],
])('%s mean the group: %o %o', (_what, refusals, isMuted) => {
  expect(hasRefused(after(...refusals))).toBe(isMuted)
})

test('what is kept does not grow', () => {
  const known = after(...Array.from({ length: 50 }, (_, n) => ({ says: `message ${n}` })))
  expect(known!.messages).toHaveLength(3)
})

test('the words say what was refused, and what to do', () => {
  expect(mutedReason('Telegram refused it: Bad Request: SOMETHING_NEW')).toBe(
    'It was muted: three different messages in a row were refused here, each time with “Telegram refused it: Bad Request: SOMETHING_NEW”. Look at what the group allows, then unmute it.',
  )
})
