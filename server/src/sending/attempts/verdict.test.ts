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
const BUSY = 'Telegram has trouble itself.'
const NO_FORMATTING = 'Telegram does not accept the formatting.'
const MAY_BE_THERE = 'Telegram did not answer. It may have been sent.'
const TOO_LATE = 'It was not sent: its time had passed.'
const IN_DOUBT = 'An earlier try may have been sent.'
const SOME = 'Some arrived.'

const sent: Outcome = { kind: 'sent', receipt: { externalIds: ['7'] } }
const unreachable: Outcome = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: UNREACHABLE,
}
const busy: Outcome = { kind: 'retry', scope: 'delivery', code: 'busy', reason: BUSY }
const flood = (waitMs: number): Outcome => ({
  kind: 'retry',
  scope: 'chat',
  code: 'slow_down',
  reason: SLOW_DOWN,
  waitMs,
})
const retarget: Outcome = { kind: 'retarget', externalId: '-2' }
const noFormatting: Outcome = { kind: 'formattingRefused', reason: NO_FORMATTING }
const lost: Outcome = { kind: 'unconfirmed', reason: 'Telegram did not answer.' }
const partly: Outcome = { kind: 'unconfirmed', reason: 'No answer.', partly: SOME }

/** Only three seconds are left. */
const soonOver = { expiresAt: after(now, seconds(3)) }

type Row = [
  outcome: Outcome,
  delivery: Partial<Answered>,
  status: string,
  code: string | null,
  reason: string | null,
  secondsUntilNextTry?: number | undefined,
]

const table: Row[] = [
  [sent, {}, 'sent', null, null],
  [sent, { doubtful: true }, 'sent', null, null],
  // A flood wait costs no try and is honored to the millisecond, unless it ends too late.
  [flood(7_000), {}, 'waiting', 'slow_down', SLOW_DOWN, 7],
  [flood(0), {}, 'waiting', 'slow_down', SLOW_DOWN, 0],
  [flood(minutes(15) - 1), {}, 'waiting', 'slow_down', SLOW_DOWN, 899.999],
  [flood(minutes(15)), {}, 'skipped', 'late', `${SLOW_DOWN} ${TOO_LATE}`],
  [
    flood(minutes(15)),
    { doubtful: true },
    'unconfirmed',
    'late',
    `${SLOW_DOWN} ${TOO_LATE} ${IN_DOUBT}`,
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
    { ...soonOver, tries: 4 },
    'failed',
    'unreachable',
    `${UNREACHABLE} Tried 5 times until its time was up.`,
  ],
  [
    unreachable,
    { ...soonOver, tries: 0 },
    'failed',
    'unreachable',
    `${UNREACHABLE} Tried once until its time was up.`,
  ],
  [
    unreachable,
    { ...soonOver, tries: 1, doubtful: true },
    'unconfirmed',
    'unreachable',
    `${UNREACHABLE} Tried twice until its time was up. ${IN_DOUBT}`,
  ],
  // If a part arrived it is tried again, and never ends as if nothing had arrived.
  [{ ...unreachable, partly: SOME }, {}, 'waiting', 'unreachable', `${SOME} ${UNREACHABLE}`, 5],
  [
    { ...unreachable, partly: SOME },
    { ...soonOver, tries: 4 },
    'unconfirmed',
    'unreachable',
    `${SOME} ${UNREACHABLE} Tried 5 times until its time was up. ${IN_DOUBT}`,
  ],
  // Tries before a part arrived do not count against the tries that ask for the rest.
  [
    partly,
    { guarantee: 'once', tries: 4 },
    'waiting',
    'unconfirmed',
    `${SOME} No answer. It may have been sent.`,
    5,
  ],
  [
    partly,
    { guarantee: 'once', tries: 4, doubtful: true },
    'unconfirmed',
    'unconfirmed',
    `${SOME} No answer. It may have been sent.`,
  ],
  // A chat that moved is followed, though not for ever.
  [retarget, { tries: 0 }, 'queued', null, null],
  [retarget, { tries: 3 }, 'failed', 'unknown', 'The group keeps moving elsewhere.'],
  // Formatting that is refused is dropped, once and at once; that costs no try.
  [
    noFormatting,
    { tries: 4 },
    'waiting',
    'bad_formatting',
    `${NO_FORMATTING} It goes as plain text instead.`,
  ],
  [noFormatting, { plain: true }, 'failed', 'bad_formatting', NO_FORMATTING],
  [
    noFormatting,
    { plain: true, doubtful: true },
    'unconfirmed',
    'bad_formatting',
    `${NO_FORMATTING} ${IN_DOUBT}`,
  ],
  [noFormatting, { expiresAt: now }, 'skipped', 'late', `${NO_FORMATTING} ${TOO_LATE}`],
  [
    sent,
    { plain: true },
    'sent',
    'plain_text',
    'The network accepted it as plain text: it had not taken the formatting.',
  ],
  [
    { ...sent, lacks: 'It went without its picture.' },
    {},
    'sent',
    'lacks_picture',
    'It went without its picture.',
  ],
  // The network refuses it for good.
  [
    { kind: 'refused', code: 'text_too_long', reason: 'Long.' },
    {},
    'failed',
    'text_too_long',
    'Long.',
  ],
  [{ kind: 'groupLost', code: 'kicked', reason: 'Removed.' }, {}, 'failed', 'kicked', 'Removed.'],
  [
    { kind: 'accountLost', code: 'unauthorized', reason: 'The token was revoked.' },
    {},
    'failed',
    'unauthorized',
    'The token was revoked.',
  ],
  [
    { kind: 'refused', code: 'unknown', reason: 'No.' },
    { doubtful: true },
    'unconfirmed',
    'unknown',
    `No. ${IN_DOUBT}`,
  ],
  // A lost answer: never again by itself, unless the network or its owner makes that safe.
  [lost, {}, 'unconfirmed', 'unconfirmed', MAY_BE_THERE],
  [
    lost,
    { onUnconfirmed: 'assume_sent' },
    'sent',
    'assumed_sent',
    'Telegram did not answer. It is taken as sent, as you chose.',
  ],
  ...(
    [
      [{ onUnconfirmed: 'resend' }, 5],
      [{ onUnconfirmed: 'resend', tries: 1, doubtful: true }, 30],
      [{ onUnconfirmed: 'resend', tries: 2, doubtful: true }, undefined],
      [{ onUnconfirmed: 'resend', expiresAt: after(now, seconds(4)) }, undefined],
      [{ guarantee: 'once' }, 5],
      [{ guarantee: 'once', onUnconfirmed: 'assume_sent' }, 5],
      [{ guarantee: 'once', tries: 4, doubtful: true }, undefined],
      // Earlier tries that certainly did not arrive do not count here.
      [{ guarantee: 'once', tries: 9 }, 5],
      [{ onUnconfirmed: 'resend', tries: 9 }, 5],
    ] satisfies [Partial<Answered>, number | undefined][]
  ).map(([delivery, again]): Row => [
    lost,
    delivery,
    again === undefined ? 'unconfirmed' : 'waiting',
    'unconfirmed',
    MAY_BE_THERE,
    again,
  ]),
]

test.each(table)('%o of %o becomes %s', (...[outcome, delivery, status, code, reason, inS = 0]) => {
  const becomes = verdict(tried(delivery), outcome, now)
  expect(becomes).toMatchObject({ status, code, reason, notBefore: after(now, inS * 1_000) })
})

test('only a flood wait, formatting that is dropped and an answer that ends it cost no try', () => {
  const delivery = tried({ tries: 2, doubtful: true })
  const costs = (outcome: Outcome) => verdict(delivery, outcome, now).tries - 2
  expect([flood(1_000), noFormatting, sent].map(costs)).toEqual([0, 0, 0])
  expect([unreachable, lost, retarget].map(costs)).toEqual([1, 1, 1])
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
