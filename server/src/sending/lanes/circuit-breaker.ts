import type { Outcome } from '../../channels/port/sending.ts'
import { seconds } from '../../platform/clock.ts'

/**
 * While a network cannot be reached, one delivery is tried instead of all: after 5 s, then later, at most 30
 * s.
 */
const TROUBLE_FIRST_MS = seconds(5)
const TROUBLE_MAX_MS = seconds(30)

/**
 * This many sends in a row without an answer mean that the network fails: the following ones would become
 * unconfirmed too. It is the number of messages that a bot may have on the wire.
 */
const DOUBTS_MAX = 5

/** If two chats ask to wait within this time, the whole account waits. */
const WIDEN_WITHIN_MS = seconds(5)

/**
 * What stops a whole lane: a flood wait of its account, or a network that cannot be reached or does not
 * answer.
 */
export type CircuitBreaker = {
  /** When the lane may send again, in milliseconds since 1970; in the past if it may send now. */
  until(): number
  /**
   * Whether the network recently could not be reached or did not answer: then one delivery is tried first.
   */
  trying(): boolean
  pause(until: number): void
  /** Records an outcome, and returns what it means: if two chats ask to wait, the account must wait. */
  notice(externalId: string, outcome: Outcome, now: number): Outcome
}

export function openCircuitBreaker(): CircuitBreaker {
  let pausedUntil = 0
  let failures = 0
  let doubts = 0
  let triesAt = 0
  let slowed = { externalId: '', at: -Infinity }

  function widen(externalId: string, outcome: Outcome & { kind: 'retry' }, now: number) {
    if (outcome.code !== 'slow_down' || outcome.scope !== 'chat') return outcome
    const before = slowed
    slowed = { externalId, at: now }
    const wide = before.externalId !== externalId && now - before.at <= WIDEN_WITHIN_MS
    return wide ? { ...outcome, scope: 'account' as const } : outcome
  }

  function tryLater(now: number) {
    // Deliveries that were on the wire together fail together, and count once.
    if (now < triesAt) return
    triesAt = now + Math.min(TROUBLE_FIRST_MS * 2 ** failures, TROUBLE_MAX_MS)
    failures++
  }

  return {
    until: () => Math.max(pausedUntil, triesAt),
    trying: () => failures > 0,
    pause(until) {
      pausedUntil = Math.max(pausedUntil, until)
    },
    notice(externalId, outcome, now) {
      if (outcome.kind === 'unconfirmed') {
        if (++doubts >= DOUBTS_MAX) tryLater(now)
        return outcome
      }
      doubts = 0
      if (outcome.kind !== 'retry') {
        failures = triesAt = 0
        return outcome
      }
      const meant = widen(externalId, outcome, now)
      if (meant.scope !== 'account') return meant
      if (meant.waitMs !== undefined) {
        pausedUntil = Math.max(pausedUntil, now + meant.waitMs)
      } else {
        tryLater(now)
      }
      return meant
    },
  }
}
