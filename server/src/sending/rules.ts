import type { Capabilities } from '../channels/port/sending.ts'
import { groupSkip } from '../deliveries/rules.ts'
import type { SkipCode } from '../occurrences/words.ts'

// The parts of the rules of groups that other rooms may use.
export {
  countsSends,
  dayStart,
  NEVER,
  obstacleAfter,
  quietDays,
  SENDS_MATTER_MS,
  SHIFT_MAX_MS,
  type GotBefore,
  type GroupRules,
} from './group-rules/rules.ts'
export { rulesForecast, withoutLimited, type Limited } from './group-rules/limit-forecast.ts'
export { quietForecast, type QuietGroups } from './group-rules/quiet-forecast.ts'

/** Why a delivery that was read from its lane cannot be sent; undefined if it can. */
export function obstacle(
  delivery: {
    expiresAt: Date
    kind: string
    groupStatus: string
    blockedUntil: Date | null
    stopped: SkipCode | null
  },
  now: Date,
): { skip: SkipCode } | { until: Date } | undefined {
  if (delivery.stopped) return { skip: delivery.stopped }
  const skip = groupSkip(delivery)
  if (skip) return { skip }
  if (delivery.expiresAt <= now) return { skip: 'late' }
  if (delivery.blockedUntil && delivery.blockedUntil > now) return { until: delivery.blockedUntil }
  return undefined
}

/** The state of a lane from the state of its account, on a channel with these capabilities. */
export function laneState(
  account: { status: string; reason: string | null; pausedUntil: Date | null },
  { needsSessionToSend }: Pick<Capabilities, 'needsSessionToSend'>,
): LaneState {
  switch (account.status) {
    case 'reconnecting':
      if (!needsSessionToSend) return { kind: 'open', until: account.pausedUntil }
      return {
        kind: 'held',
        code: 'disconnected',
        why: 'The connection was down.',
        reason: 'The connection is down; it goes out once it is back in time.',
      }
    case 'restricted': {
      if (!needsSessionToSend) return { kind: 'open', until: account.pausedUntil }
      const why = account.reason ?? 'The network lets this account send nothing for now.'
      const reason = `${why} It goes out after that, unless its time has passed by then.`
      return { kind: 'held', code: 'restricted', why, reason }
    }
    case 'needs_pairing': {
      const why =
        account.reason || 'The network no longer accepts this connection. Connect it again.'
      return { kind: 'failed', code: 'unauthorized', why, reason: `${why} Then send it again.` }
    }
    case 'banned': {
      const why = account.reason || 'The network has banned this account. Use another connection.'
      return { kind: 'failed', code: 'banned', why, reason: why }
    }
    default:
      return { kind: 'open', until: account.pausedUntil }
  }
}

/** `why` an account sends nothing, and the `reason` that its held or failed deliveries get. */
export type Held = { kind: 'held'; code: string; why: string; reason: string }

export type LaneState =
  | { kind: 'open'; until: Date | null }
  | Held
  | { kind: 'failed'; code: string; why: string; reason: string }

/** The reason of a delivery whose time will have passed when its account may send again. */
export const tooLate = ({ why }: Pick<Held, 'why'>): string =>
  `${why} It is not sent: by then its time has passed.`
