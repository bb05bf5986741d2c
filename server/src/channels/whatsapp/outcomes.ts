import { minutes } from '../../platform/clock.ts'
import type { GroupLostCode } from '../port/chats.ts'
import type { Outcome } from '../port/sending.ts'
import type { Sent } from './protocol.ts'

/** The wait if the network asks to slow down and names no time. */
const SLOW_DOWN_MS = minutes(5)

/** The wait after a refusal to write to people: an early try makes it worse. */
const REACH_OUT_MS = minutes(60)

/** The outcomes of a try that the network did not accept. */
export type Failure = Exclude<
  Outcome,
  { kind: 'sent' | 'formattingRefused' | 'handleRefused' | 'retarget' }
>

export const unreachable: Extract<Failure, { kind: 'retry' }> = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: 'WhatsApp cannot be reached.',
}

export const fileRefused: Failure = {
  kind: 'retry',
  scope: 'delivery',
  code: 'busy',
  reason: 'WhatsApp did not take a file of this message.',
}

export const lostWords: Readonly<Record<Exclude<GroupLostCode, 'deleted'>, string>> = {
  kicked: 'This number is no longer a member of the group. An admin can add it again.',
  left: 'This number has left the group.',
  not_found: 'There is no such group any more.',
}

export const ADMINS_ONLY =
  'Only admins may write in this group, and this number is not one of them. An admin can make it one.'
export const COMMUNITY = 'This only holds the groups of a community together: nobody writes there.'

/** The outcome of a try without confirmation. A refusal is certain; otherwise it may have arrived. */
export function failureOf(sent: Exclude<Sent, { kind: 'acked' | 'no handle' }>): Failure {
  switch (sent.kind) {
    case 'refused':
      return refusalOf(sent.code) ?? unknownRefusal(sent.code)
    case 'not sent': {
      const { code, lost } = sent
      if (lost) return { kind: 'groupLost', code: lost, reason: lostWords[lost] }
      const refusal = code === undefined ? undefined : refusalOf(code)
      // Queries about people, keys and files get the same codes, which then say nothing about the group.
      return refusal && refusal.kind !== 'groupLost' ? refusal : unreachable
    }
    case 'unknown':
      return { kind: 'unconfirmed', reason: sent.reason }
  }
}

/** WhatsApp publishes no codes; these are reported by its clients. */
function refusalOf(code: number): Failure | undefined {
  switch (code) {
    case 401:
    case 403:
      return { kind: 'groupLost', code: 'kicked', reason: lostWords.kicked }
    case 404:
      return { kind: 'groupLost', code: 'not_found', reason: lostWords.not_found }
    case 420:
      return { kind: 'refused', code: 'no_rights', reason: ADMINS_ONLY }
    case 429:
      return slowDown(SLOW_DOWN_MS, 'WhatsApp asked this number to slow down.')
    case 463:
    case 475:
      return slowDown(
        REACH_OUT_MS,
        'WhatsApp lets this number write to nobody new for now, so it pauses for an hour.',
      )
    default:
      return code >= 500
        ? { kind: 'retry', scope: 'account', code: 'busy', reason: 'WhatsApp has trouble itself.' }
        : undefined
  }
}

const slowDown = (waitMs: number, reason: string): Failure => ({
  kind: 'retry',
  scope: 'account',
  code: 'slow_down',
  waitMs,
  reason,
})

const unknownRefusal = (code: number): Failure => ({
  kind: 'refused',
  code: 'unknown',
  reason: `WhatsApp refused it with the code ${code}, which it does not explain.`,
})
