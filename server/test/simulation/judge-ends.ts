import type { Causes } from './invariants.ts'
import { ASSUMED } from '../../src/deliveries/rules.ts'
import type { DeliveryRow, Rows } from './rows.ts'
import type { openTempo } from './tempo.ts'
import type { World } from './world.ts'

const CAME_TO_NO_END = 'Its sending came to no end.'

/** Sends of an account that explain why one of them was too late. */
const CROWD = 5

/**
 * Knows of each delivery that has ended why it ended so: answers what is wrong with that, or undefined when
 * something that befell the world explains it. `skewMs`: how wrong a clock may be by now, in milliseconds.
 */
export function openExplainer(
  world: World,
  rows: Rows,
  causes: Causes,
  tempo: ReturnType<typeof openTempo>,
  skewMs: () => number,
) {
  /** Why the end of a delivery has no cause, if it has none. */
  function unexplained(row: DeliveryRow): string | undefined {
    const { externalId } = rows.groups.get(row.groupId)!
    const chat = causes.chats.get(externalId) ?? new Set()
    const account = causes.accounts.get(row.accountId) ?? new Set()
    const occurrence = rows.occurrences.get(row.occurrenceId)!
    // In these worlds what is committed was answered in time, if at all: lanes always know what they opened.
    if (row.attempts.some(({ reason }) => reason?.startsWith(CAME_TO_NO_END))) {
      return 'its lane let go of it.'
    }
    if (row.status === 'sent') {
      if (row.code !== ASSUMED) return undefined
      return causes.general || causes.doubtful.has(row.id) ? undefined : 'its answer came.'
    }
    if (row.status === 'unconfirmed' || row.doubtful) {
      const interrupted =
        causes.general && row.attempts.some((one) => one.outcome === 'interrupted')
      return interrupted || causes.doubtful.has(row.id) ? undefined : 'no answer was lost.'
    }
    // Its users take turns, so that what others plan later may come before it.
    const crowded = tempo.sendsSince(row.accountId, row.dueAt) > CROWD
    const slow =
      crowded ||
      causes.general ||
      account.size > 0 ||
      chat.size > 0 ||
      slowChatsOf(row.accountId) > 1 ||
      occurrence.stopped
    const kept = slow ? undefined : 'nothing kept it.'
    switch (row.code) {
      case 'kicked':
      case 'left':
      case 'deleted':
      case 'not_found':
      case 'group_lost':
        return chat.has('lost') ? undefined : 'its chat was never lost.'
      case 'no_rights':
        return chat.has('no_rights') ? undefined : 'its chat never refused us.'
      case 'bad_formatting':
        return chat.has('refuses') ? undefined : 'its chat never refused it.'
      case 'group_muted':
        return causes.muted.has(row.groupId) ? undefined : 'its group was never muted.'
      case 'paused':
      case 'canceled':
        return occurrence.stopped === row.code ? undefined : 'nobody stopped it.'
      case 'unauthorized':
      case 'banned':
      case 'logged_out':
        return account.has('revoked') ? undefined : 'its account was never refused.'
      case 'late':
        return isTooSoon(row, externalId) ? 'its time was not over.' : kept
      default:
        return kept
    }
  }

  /** If two chats ask to wait, their account does. */
  const slowChatsOf = (accountId: string) =>
    [...causes.chats].filter(([id, why]) => id.startsWith(accountId) && why.has('slow')).length

  /** Whether it was given up before its time was over, though nothing would have kept it for so long. */
  function isTooSoon({ expiresAt, accountId, attempts }: DeliveryRow, externalId: string) {
    // A wait counts from when its answer is read: a machine that hung cannot know how old that is.
    const last = attempts.at(-1)
    const underwayMs = last ? Date.parse(last.closedAt) - Date.parse(last.openedAt) : 0
    const end = expiresAt.getTime()
    // A clock that is this wrong still counts.
    if (end <= world.now() + skewMs()) return false
    return [externalId, accountId].every(
      (whom) => (causes.waits.get(whom) ?? 0) < end - 1_000 - underwayMs,
    )
  }

  return unexplained
}
