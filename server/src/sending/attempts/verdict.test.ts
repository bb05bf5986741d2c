import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/port/sending.ts'
import { after, instant, minutes, seconds } from '../../platform/clock.ts'
import { orphaned, verdict, type Answered } from './verdict.ts'

const now = instant('2026-06-01T08:00:00.000Z')

const tried = (rest: Partial<Answered> = {}): Answered => ({
  expiresAt: after(now, minutes(15)),
  tries: 0,
  doubtful: false,
  plain: false,
  onUnconfirmed: 'ask',
  guarantee: 'at-most-once, asks',
  ...rest,
})

const SLOW_DOWN = 'Telegram asked us to slow down.'
const UNREACHABLE = 'Telegram cannot be reached.'
const MAY_BE_THERE = 'Telegram did not answer. It may have been sent.'

const unreachable: Outcome = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: UNREACHABLE,
}
const BUSY = 'Telegram has trouble itself.'
const busy: Outcome = { kind: 'retry', scope: 'delivery', code: 'busy', reason: BUSY }
const flood = (waitMs: number): Outcome => ({
  kind: 'retry',
  scope: 'chat',
  code: 'slow_down',
  reason: SLOW_DOWN,
  waitMs,
})
const noFormatting: Outcome = {
  kind: 'formattingRefused',
  reason: 'Telegram does not accept the formatting.',
}
const lost: Outcome = { kind: 'unconfirmed', reason: 'Telegram did not answer.' }

/** Outcome, of which delivery, and what becomes of it: status, code, words, seconds until the next try. */
const table: [
  outcome: Outcome,
  delivery: Partial<Answered>,
  status: string,
  code: string | null,
  words: string | null,
  inS: number,
][] = [
  [{ kind: 'sent', receipt: { externalIds: ['7'] } }, {}, 'sent', null, null, 0],
  [{ kind: 'sent', receipt: { externalIds: ['7'] } }, { doubtful: true }, 'sent', null, null, 0],
  // A flood wait costs no try and is honored to the millisecond, unless it ends too late.
  [flood(7_000), {}, 'waiting', 'slow_down', SLOW_DOWN, 7],
  [flood(0), {}, 'waiting', 'slow_down', SLOW_DOWN, 0],
  [flood(minutes(15) - 1), {}, 'waiting', 'slow_down', SLOW_DOWN, 899.999],
  [
    flood(minutes(15)),
    {},
    'skipped',
    'late',
    'Telegram asked us to slow down. It was not sent: its time had passed.',
    0,
  ],
  [
    flood(minutes(15)),
    { doubtful: true },
    'unconfirmed',
    'late',
    'Telegram asked us to slow down. It was not sent: its time had passed. An earlier try may have been sent.',
    0,
  ],
  // What was certainly not accepted is tried again, later each time, a last time just before the end.
  [busy, { tries: 0 }, 'waiting', 'busy', BUSY, 5],
  [busy, { tries: 1 }, 'waiting', 'busy', BUSY, 30],
  [busy, { tries: 2 }, 'waiting', 'busy', BUSY, 120],
  [busy, { tries: 3 }, 'waiting', 'busy', BUSY, 600],
  [busy, { tries: 9 }, 'waiting', 'busy', BUSY, 600],
  // While the whole account cannot be reached its lane tries one of them: none waits long once it is back.
  [unreachable, { tries: 0 }, 'waiting', 'unreachable', UNREACHABLE, 5],
  [unreachable, { tries: 1 }, 'waiting', 'unreachable', UNREACHABLE, 30],
  [unreachable, { tries: 9 }, 'waiting', 'unreachable', UNREACHABLE, 30],
  [busy, { tries: 3, expiresAt: after(now, minutes(5)) }, 'waiting', 'busy', BUSY, 299],
  [
    unreachable,
    { tries: 4, expiresAt: after(now, seconds(3)) },
    'failed',
    'unreachable',
    'Telegram cannot be reached. Tried 5 times until its time was up.',
    0,
  ],
  [
    unreachable,
    { tries: 0, expiresAt: after(now, seconds(3)) },
    'failed',
    'unreachable',
    'Telegram cannot be reached. Tried once until its time was up.',
    0,
  ],
  [
    unreachable,
    { tries: 1, doubtful: true, expiresAt: after(now, seconds(3)) },
    'unconfirmed',
    'unreachable',
    'Telegram cannot be reached. Tried twice until its time was up. An earlier try may have been sent.',
    0,
  ],
  // What stands there partly is tried again, and never ends as if nothing did.
  [
    { ...unreachable, partly: 'Some arrived.' },
    {},
    'waiting',
    'unreachable',
    'Some arrived. Telegram cannot be reached.',
    5,
  ],
  [
    { ...unreachable, partly: 'Some arrived.' },
    { tries: 4, expiresAt: after(now, seconds(3)) },
    'unconfirmed',
    'unreachable',
    'Some arrived. Telegram cannot be reached. Tried 5 times until its time was up. An earlier try may have been sent.',
    0,
  ],
  // What was tried before any of it stood there does not count against the tries that ask for the rest.
  [
    { kind: 'unconfirmed', reason: 'No answer.', partly: 'Some arrived.' },
    { guarantee: 'once', tries: 4 },
    'waiting',
    'unconfirmed',
    'Some arrived. No answer. It may have been sent.',
    5,
  ],
  [
    { kind: 'unconfirmed', reason: 'No answer.', partly: 'Some arrived.' },
    { guarantee: 'once', tries: 4, doubtful: true },
    'unconfirmed',
    'unconfirmed',
    'Some arrived. No answer. It may have been sent.',
    0,
  ],
  // A chat that moved is followed, though not for ever.
  [{ kind: 'retarget', externalId: '-2' }, { tries: 0 }, 'queued', null, null, 0],
  [
    { kind: 'retarget', externalId: '-2' },
    { tries: 3 },
    'failed',
    'unknown',
    'The group keeps moving elsewhere.',
    0,
  ],
  // Formatting that is refused is dropped, once and at once; that costs no try.
  [
    noFormatting,
    { tries: 4 },
    'waiting',
    'bad_formatting',
    'Telegram does not accept the formatting. It goes as plain text instead.',
    0,
  ],
  [
    noFormatting,
    { plain: true },
    'failed',
    'bad_formatting',
    'Telegram does not accept the formatting.',
    0,
  ],
  [
    noFormatting,
    { plain: true, doubtful: true },
    'unconfirmed',
    'bad_formatting',
    'Telegram does not accept the formatting. An earlier try may have been sent.',
    0,
  ],
  [
    noFormatting,
    { expiresAt: now },
    'skipped',
    'late',
    'Telegram does not accept the formatting. It was not sent: its time had passed.',
    0,
  ],
  [
    { kind: 'sent', receipt: { externalIds: ['7'] } },
    { plain: true },
    'sent',
    'plain_text',
    'The network accepted it as plain text: it had not taken the formatting.',
    0,
  ],
  [
    { kind: 'sent', receipt: { externalIds: ['7'] }, lacks: 'It went without its picture.' },
    {},
    'sent',
    'lacks_picture',
    'It went without its picture.',
    0,
  ],
  // What the network says for good.
  [
    { kind: 'refused', code: 'text_too_long', reason: 'The text is too long.' },
    {},
    'failed',
    'text_too_long',
    'The text is too long.',
    0,
  ],
  [
    { kind: 'groupLost', code: 'kicked', reason: 'The bot was removed.' },
    {},
    'failed',
    'kicked',
    'The bot was removed.',
    0,
  ],
  [
    { kind: 'accountLost', code: 'unauthorized', reason: 'The token was revoked.' },
    {},
    'failed',
    'unauthorized',
    'The token was revoked.',
    0,
  ],
  [
    { kind: 'refused', code: 'unknown', reason: 'No.' },
    { doubtful: true },
    'unconfirmed',
    'unknown',
    'No. An earlier try may have been sent.',
    0,
  ],
  // A lost answer: never again by itself, unless the network or its owner makes that safe.
  [lost, {}, 'unconfirmed', 'unconfirmed', MAY_BE_THERE, 0],
  [
    lost,
    { onUnconfirmed: 'assume_sent' },
    'sent',
    'assumed_sent',
    'Telegram did not answer. It is taken as sent, as you chose.',
    0,
  ],
  [lost, { onUnconfirmed: 'resend' }, 'waiting', 'unconfirmed', MAY_BE_THERE, 5],
  [
    lost,
    { onUnconfirmed: 'resend', tries: 1, doubtful: true },
    'waiting',
    'unconfirmed',
    MAY_BE_THERE,
    30,
  ],
  [
    lost,
    { onUnconfirmed: 'resend', tries: 2, doubtful: true },
    'unconfirmed',
    'unconfirmed',
    MAY_BE_THERE,
    0,
  ],
  [
    lost,
    { onUnconfirmed: 'resend', expiresAt: after(now, seconds(4)) },
    'unconfirmed',
    'unconfirmed',
    MAY_BE_THERE,
    0,
  ],
  [lost, { guarantee: 'once' }, 'waiting', 'unconfirmed', MAY_BE_THERE, 5],
  [
    lost,
    { guarantee: 'once', onUnconfirmed: 'assume_sent' },
    'waiting',
    'unconfirmed',
    MAY_BE_THERE,
    5,
  ],
  [
    lost,
    { guarantee: 'once', tries: 4, doubtful: true },
    'unconfirmed',
    'unconfirmed',
    MAY_BE_THERE,
    0,
  ],
  // Tries before it that certainly did not arrive do not count here.
  [lost, { guarantee: 'once', tries: 9 }, 'waiting', 'unconfirmed', MAY_BE_THERE, 5],
  [lost, { onUnconfirmed: 'resend', tries: 9 }, 'waiting', 'unconfirmed', MAY_BE_THERE, 5],
]

test.each(table)('%o of %o becomes %s', (outcome, delivery, status, code, reason, inS) => {
  const becomes = verdict(tried(delivery), outcome, now)
  expect(becomes).toMatchObject({ status, code, reason, notBefore: after(now, inS * 1_000) })
})

test('only a flood wait, formatting that is dropped and an answer that ends it cost no try', () => {
  const delivery = tried({ tries: 2, doubtful: true })
  const costs = (outcome: Outcome) => verdict(delivery, outcome, now).tries - 2
  expect(
    [flood(1_000), noFormatting, { kind: 'sent', receipt: { externalIds: ['7'] } } as const].map(
      costs,
    ),
  ).toEqual([0, 0, 0])
  expect([unreachable, lost, { kind: 'retarget', externalId: '-2' } as const].map(costs)).toEqual([
    1, 1, 1,
  ])
})

test('what an owner left on the wire goes again at once where the network knows our id', () => {
  expect(orphaned(tried({ guarantee: 'once' }), now)).toMatchObject({
    status: 'queued',
    notBefore: now,
    tries: 1,
    doubtful: true,
  })
  const often = tried({ guarantee: 'once', tries: 4, doubtful: true })
  expect(orphaned(often, now).status).toBe('unconfirmed')
  expect(orphaned(tried(), now)).toMatchObject({
    status: 'unconfirmed',
    reason: 'The server stopped before the answer arrived. It may have been sent.',
  })
  expect(orphaned(tried({ onUnconfirmed: 'assume_sent' }), now).status).toBe('sent')
  expect(orphaned(tried({ onUnconfirmed: 'resend' }), now)).toMatchObject({
    status: 'waiting',
    notBefore: after(now, seconds(5)),
  })
})
