import { hours, minutes, seconds } from '../../platform/clock.ts'
import type { AccountLostCode } from '../port/sending.ts'

/** What follows when a connection has ended. */
export type Ending =
  /** Connect again after `afterMs`; if that is missing, after a pause that grows with each try. */
  | { kind: 'again'; afterMs?: number; reason: string }
  /** Connect again later, and send nothing before: until the time that the network gave (`endsByItself`), or until somebody acts. */
  | { kind: 'restricted'; afterMs: number; reason: string; endsByItself?: true }
  /** Another connection has replaced this one. */
  | { kind: 'replaced'; reason: string }
  /** The account is lost. `deletesKeys`: the keys of its linked device are of no use any more. */
  | { kind: 'lost'; code: AccountLostCode; reason: string; deletesKeys: boolean }

/** How long a restriction is taken to last if the network does not say. */
const RESTRICTED_MS = hours(1)
const TOO_OLD_RETRY_MS = hours(1)

const RECONNECTING = 'The connection to WhatsApp is down; it is tried again.'

/** The code for a version of WhatsApp Web that is too old. */
export const TOO_OLD = 405

/** Our version was too old, and we now know one that WhatsApp accepts. */
export const NEWER: Ending = {
  kind: 'again',
  afterMs: 0,
  reason: 'WhatsApp takes another version; it is tried with that one.',
}

/** What each of the library's codes for an ended connection means. After unknown codes a new connection helps. */
export function endingOf(code: number | undefined, data: Readonly<Record<string, string>>): Ending {
  switch (code) {
    case 401:
      return accountLost(
        'unauthorized',
        'This device was unlinked: on the phone, or by WhatsApp, since the phone was away for two weeks. Link it again.',
      )
    case 402: {
      const ms = seconds(Number(data['expire']) || 0) || RESTRICTED_MS
      const why = BAN_WORDS[data['code'] ?? ''] ?? ''
      const reason = `WhatsApp has restricted this number for ${durationWords(ms)}${why}. Nothing is sent in that time.`
      return { kind: 'restricted', afterMs: ms, reason, endsByItself: true }
    }
    case 403:
      return accountLost(
        'logged_out',
        'WhatsApp has locked this account, or it has moved to another phone. Open WhatsApp on the phone, then link it again.',
      )
    case TOO_OLD:
      return {
        kind: 'restricted',
        afterMs: TOO_OLD_RETRY_MS,
        reason:
          'WhatsApp no longer accepts this version and named no newer one: whoever runs this server has to update it, or set WHATSAPP_VERSION. It is asked again each hour.',
      }
    case 406:
      return accountLost(
        'banned',
        'WhatsApp has banned this number. Ask for a review in WhatsApp on the phone, or link another number.',
      )
    case 411:
      return accountLost(
        'logged_out',
        'WhatsApp no longer takes this linked device. Link it again.',
      )
    case 440:
      return { kind: 'replaced', reason: 'Another program is connected as this linked device.' }
    case 515:
      return { kind: 'again', afterMs: 0, reason: RECONNECTING }
    default:
      // The library uses 500 for everything unknown to it: the keys are not at fault.
      return { kind: 'again', reason: RECONNECTING }
  }
}

/** How long to wait before a connection is tried again: longer each time, and random, so that not all connect at once. */
export function backOffMs(tries: number, fraction: number): number {
  const most = Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** Math.min(tries, 10))
  return most * fraction
}

const BACK_OFF_MS = seconds(1)
const BACK_OFF_MAX_MS = minutes(2)

/** A connection that was replaced tries once more: it may be an old one that was closed late. */
export const REPLACED_RETRY_MS = seconds(30)

/** If a connection has lasted this long, the next replacement counts as the first one again. */
export const REPLACED_RESET_MS = minutes(10)

/** The keys of the linked device are missing here. */
export const keysGone = accountLost(
  'logged_out',
  'The keys of this linked device are missing. Link it again.',
  false,
)

export const replacedForGood = accountLost(
  'logged_out',
  'Another program goes on connecting as this linked device. Link it again here to go on.',
  false,
)

function accountLost(code: AccountLostCode, reason: string, deletesKeys = true) {
  return { kind: 'lost', code, reason, deletesKeys } as const
}

/** Why a number was restricted, in the codes of the network. */
const BAN_WORDS: Readonly<Record<string, string>> = {
  101: ', because it wrote to too many people who do not know it',
  102: ', because many people blocked it',
  103: ', because of the groups that it made or was added to',
  104: ', because it sent the same message to too many',
  106: ', because of what it sent to lists',
}

function durationWords(ms: number): string {
  const left = Math.ceil(ms / minutes(1))
  if (left <= 90) return left === 1 ? 'a minute' : `${left} minutes`
  const hoursLeft = Math.ceil(left / 60)
  return hoursLeft <= 48 ? `${hoursLeft} hours` : `${Math.ceil(hoursLeft / 24)} days`
}
