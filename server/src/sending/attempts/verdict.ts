import type { OnUnconfirmed } from '@carillon/contract/messages'
import type { Capabilities, Outcome } from '../../channels/port/sending.ts'
import { after, earliest, minutes, seconds } from '../../platform/clock.ts'
import { ASSUMED, MAYBE_SENT, type StoredReceipt } from '../../deliveries/rules.ts'
import { skipWords } from '../../occurrences/words.ts'

/** The delay after each failed attempt, in milliseconds; the last one repeats. */
const BACK_OFF_MS = [seconds(5), seconds(30), minutes(2), minutes(10)] as const

/**
 * The longest delay while the whole account cannot be reached. Its lane then tries one delivery at a time, and those
 * that were tried must not wait long after it is back (measured 2026-11: after a fail-over some waited ten minutes).
 */
const ACCOUNT_BACK_OFF_MAX_MS = seconds(30)

/** A last attempt is made only if the delivery expires at least this much later, in milliseconds. */
const LAST_TRY_MS = seconds(5)

/** How many attempts the policy `resend` may add: at worst three copies. */
const RESENDS_MAX = 2

/**
 * Chats move once, and a file is known after it was uploaded again. A network that keeps redirecting us, or keeps
 * forgetting a file, is not followed after this many attempts.
 */
const MOVES_MAX = 3

/** What a lane knows of a delivery when its attempt was answered. */
export type DeliveryFacts = {
  expiresAt: Date
  tries: number
  /** An earlier attempt may have been accepted. */
  doubtful: boolean
  onUnconfirmed: OnUnconfirmed
  guarantee: Capabilities['guarantee']
}

/** The same for an answered attempt. `plain`: it was sent without formatting. */
export type Answered = DeliveryFacts & { plain: boolean }

/** What happens to a delivery after an attempt. */
export type Verdict = {
  status: 'queued' | 'waiting' | 'sent' | 'failed' | 'skipped' | 'unconfirmed'
  notBefore: Date
  tries: number
  doubtful: boolean
  code: string | null
  reason: string | null
  receipt: StoredReceipt | null
}

/**
 * The next state of a delivery after an attempt, for every kind of outcome. When a part of the message has arrived, the
 * reason says so, and the delivery never ends as if nothing was sent.
 */
export function verdict(delivery: Answered, outcome: Outcome, now: Date): Verdict {
  const { partly } = outcome
  if (partly === undefined) return verdictOf(delivery, outcome, now)
  // After a lost answer, earlier attempts that certainly did not arrive do not count.
  const known = outcome.kind === 'unconfirmed' ? delivery : { ...delivery, doubtful: true }
  const left = verdictOf(known, outcome, now)
  return { ...left, reason: left.reason && `${partly} ${left.reason}` }
}

// oxlint-disable-next-line typescript/consistent-return -- every kind of outcome answers
function verdictOf(delivery: Answered, outcome: Outcome, now: Date): Verdict {
  const { tries, doubtful, plain } = delivery
  const stays = { notBefore: now, tries, doubtful, code: null, reason: null, receipt: null }
  switch (outcome.kind) {
    case 'sent':
      return {
        ...stays,
        ...(outcome.lacks ? { code: 'lacks_picture', reason: outcome.lacks } : {}),
        ...(plain ? WENT_PLAIN : {}),
        status: 'sent',
        doubtful: false,
        receipt: outcome.receipt,
      }
    case 'retry':
      return outcome.waitMs === undefined
        ? backOff(delivery, outcome, now)
        : wait(delivery, outcome, after(now, outcome.waitMs), now)
    case 'retarget':
      return tries < MOVES_MAX
        ? { ...stays, status: 'queued', tries: tries + 1 }
        : end(delivery, { code: 'unknown', reason: 'The group keeps moving elsewhere.' }, now)
    case 'formattingRefused':
      return formattingRefused(delivery, outcome.reason, now)
    case 'handleRefused':
      return tries < MOVES_MAX
        ? { ...stays, status: 'queued', tries: tries + 1 }
        : end(delivery, { code: 'bad_media', reason: outcome.reason }, now)
    case 'refused':
    case 'groupLost':
    case 'accountLost':
      return end(delivery, outcome, now)
    case 'unconfirmed':
      return unconfirmed(delivery, outcome.reason, now)
  }
}

/** The network named a time: it is kept exactly, and the attempt does not count. */
function wait(delivery: DeliveryFacts, { code, reason }: Reason, until: Date, now: Date): Verdict {
  if (until >= delivery.expiresAt) return expire(delivery, now, reason)
  const { tries, doubtful } = delivery
  return { status: 'waiting', notBefore: until, tries, doubtful, code, reason, receipt: null }
}

/** The same text is sent once more at once, as plain text; that attempt does not count. */
function formattingRefused(delivery: Answered, reason: string, now: Date): Verdict {
  if (delivery.plain) return end(delivery, { code: 'bad_formatting', reason }, now)
  if (delivery.expiresAt <= now) return expire(delivery, now, reason)
  const state = { code: 'bad_formatting', reason: `${reason} It goes as plain text instead.` }
  return wait(delivery, state, now, now)
}

/** The words for a delivery that was sent without its formatting. */
const WENT_PLAIN = {
  code: 'plain_text',
  reason: 'The network accepted it as plain text: it had not taken the formatting.',
} as const

function backOff(
  delivery: DeliveryFacts,
  { scope, code, reason: why }: Reason & { scope: 'delivery' | 'chat' | 'account' },
  now: Date,
): Verdict {
  const failure = { code, reason: why }
  const tries = delivery.tries + 1
  const notBefore = nextTry(delivery, now, scope === 'account')
  if (!notBefore) {
    const reason = `${failure.reason} Tried ${times(tries)} until its time was up.`
    return { ...end(delivery, { ...failure, reason }, now), tries }
  }
  return {
    status: 'waiting',
    notBefore,
    tries,
    doubtful: delivery.doubtful,
    ...failure,
    receipt: null,
  }
}

/** When to retry: each time later, and a last time just before it expires. */
function nextTry(
  { tries, expiresAt }: DeliveryFacts,
  now: Date,
  isAccountAway = false,
): Date | undefined {
  const step = BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)]!
  const soon = after(now, isAccountAway ? Math.min(step, ACCOUNT_BACK_OFF_MAX_MS) : step)
  const last = after(expiresAt, -seconds(1))
  // While an account is away, its lane makes no other attempt between this one and the last one.
  const isLast = isAccountAway && after(soon, ACCOUNT_BACK_OFF_MAX_MS) > last
  const next = isLast ? last : earliest(soon, last)
  return next >= after(now, LAST_TRY_MS) ? next : undefined
}

function unconfirmed(delivery: DeliveryFacts, reason: string, now: Date): Verdict {
  // Earlier attempts that certainly did not arrive, for example while the network was away, do not count.
  const before = delivery.doubtful ? delivery.tries : 0
  const state = { code: 'unconfirmed', reason: `${reason} It may have been sent.` }
  const given = { tries: before + 1, doubtful: true, receipt: null, notBefore: now, ...state }
  if (delivery.guarantee !== 'once' && delivery.onUnconfirmed === 'assume_sent') {
    return { ...given, ...assumed(reason), doubtful: false, status: 'sent' }
  }
  // The network recognizes our id of a repeated send; without that, only the user may risk a second copy.
  const again =
    delivery.guarantee === 'once'
      ? before < BACK_OFF_MS.length
      : delivery.onUnconfirmed === 'resend' && before < RESENDS_MAX
  const notBefore = again ? nextTry({ ...delivery, tries: before }, now) : undefined
  return notBefore
    ? { ...given, status: 'waiting', notBefore }
    : { ...given, status: 'unconfirmed' }
}

/** The words for a delivery without an answer, if the user chose to take it as sent. */
const assumed = (reason: string) => ({
  code: ASSUMED,
  reason: `${reason} It is taken as sent, as you chose.`,
})

/** Ends a delivery for good. One that an earlier attempt may have sent never says that it was not. */
function end(delivery: DeliveryFacts, { code, reason }: Reason, now: Date): Verdict {
  const { tries, doubtful } = delivery
  return {
    status: doubtful ? 'unconfirmed' : 'failed',
    notBefore: now,
    tries,
    doubtful,
    code,
    reason: doubtful ? `${reason} ${MAYBE_SENT}` : reason,
    receipt: null,
  }
}

/**
 * What happens to a delivery whose files were accepted, or are assumed sent, and whose text follows: the next attempt
 * sends the text. In every case the files are not sent again.
 */
export function goesOn(sent: Verdict, files: StoredReceipt): Verdict {
  return {
    ...sent,
    status: 'queued',
    tries: 0,
    doubtful: true,
    code: null,
    reason: TEXT_FOLLOWS,
    receipt: files,
  }
}

const TEXT_FOLLOWS = 'The text goes after its files.'

/**
 * What happens to a delivery on the wire that no process works on, and why. A network that recognizes our id
 * gets it again at once.
 */
export function orphaned(
  delivery: DeliveryFacts,
  now: Date,
  reason = 'The server stopped before the answer arrived.',
): Verdict {
  const left = unconfirmed(delivery, reason, now)
  const again = delivery.guarantee === 'once' && left.status === 'waiting'
  return again ? { ...left, status: 'queued', notBefore: now } : left
}

/** What happens to a delivery that expired before it could be sent. */
function expire(delivery: DeliveryFacts, now: Date, why?: string): Verdict {
  const reason = why ? `${why} ${skipWords.late}` : skipWords.late
  const ended = end(delivery, { code: 'late', reason }, now)
  return ended.status === 'failed' ? { ...ended, status: 'skipped' } : ended
}

type Reason = { code: string; reason: string }

const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)
