import { channelFacts, networkOf } from '@carillon/contract/channels'
import type { Content } from '@carillon/contract/content/content'
import { ownOf } from '@carillon/contract/content/resolve'
import { isTextAfter, textAlone } from '@carillon/contract/content/text-after'
import { GROUPS_NAMED_MAX, type SentCopies } from '../../deliveries/actions.ts'
import type { ClosedStatus } from '../../deliveries/rules.ts'
import { UNKNOWN } from '../../deliveries/words.ts'
import type { ShownOccurrence } from '../../occurrences/actions.ts'
import { after, earliest, fromEpoch } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { followUpsWithin } from '../follow-ups/pace.ts'
import { windowLong, windowWords } from '../follow-ups/attempt.ts'

export const REASONS = {
  unknown: UNKNOWN.sent,
  unconfirmed: UNKNOWN.assumed,
  files: UNKNOWN.files,
}

/** Why nothing of an occurrence can be changed now, in words. */
export function blockedBy({ finishedAt, changes }: ShownOccurrence): string | undefined {
  if (!finishedAt)
    return 'Some groups are still to get it. Wait until they have it, or stop it first.'
  const going = changes.some(
    ({ kind, total: all, done, failed }) => kind === 'delete' && done + failed < all,
  )
  return going ? 'It is being deleted.' : undefined
}

/** How many of some can be changed, and why the others cannot, in words. `named`: the same with the groups it is about. */
type Possible = { count: number; reasons: string[]; named: string[] }

/** How many of these copies of a content can be edited. */
export function editableOf(ctx: Context, one: SentCopies, content: Content): Possible {
  const obstacle = editObstacle(ctx, one, content)
  if (obstacle) return noneOf(obstacle, one)
  return possibleOf(ctx, one, 'edit')
}

/** Why nobody can edit a content on a channel, in words. */
export function editObstacle(
  ctx: Context,
  { channel }: SentCopies,
  content: Content,
): string | undefined {
  const followUps = ctx.channels.get(channel)?.followUps
  const own = ownOf(content, networkOf(channelFacts[channel]))
  return followUps?.edit
    ? followUps.whyNotEditable?.(isTextAfter(own) ? textAlone(own) : own)
    : 'This network does not let programs edit messages.'
}

/** How many of these copies can be deleted. */
export function deletableOf(ctx: Context, one: SentCopies): Possible {
  const channel = ctx.channels.get(one.channel)
  return channel?.followUps?.delete
    ? possibleOf(ctx, one, 'delete')
    : noneOf('This network does not let programs delete messages.', one)
}

const noneOf = (reason: string, { named, groups }: SentCopies): Possible => ({
  count: 0,
  reasons: [reason],
  named: [`${groupNames(named, groups)}: ${reason}`],
})

function possibleOf({ channels }: Context, one: SentCopies, kind: Kind): Possible {
  const { unknown, unknownIn, closed } = one
  const followUps = channels.get(one.channel)?.followUps
  if (closed !== null) {
    const reasons = [closedWords(closed, one)]
    return { count: 0, reasons, named: reasons }
  }
  const mayBeAdmin = followUps?.admins?.includes(kind) === true
  const { count, tooOld } = stillPossible(one, kind, mayBeAdmin)
  const words = windowWords(kind, followUps?.windowMs[kind] ?? Infinity)
  const old =
    tooOld > 0 ? [mayBeAdmin ? `${words} After that, only an admin of the group can.` : words] : []
  const namesOfUnknown = groupNames(unknownIn.slice(0, GROUPS_NAMED_MAX), unknownIn.length)
  return {
    count,
    reasons: [...(unknown > 0 ? [REASONS.unknown] : []), ...old],
    named: [...(unknown > 0 ? [`${namesOfUnknown}: ${REASONS.unknown}`] : []), ...old],
  }
}

/** Which groups their user cannot use any more, and why, in words. */
const closedWords = (status: ClosedStatus, { named, groups }: SentCopies): string =>
  `${closedFor[status]} ${groupNames(named, groups)}.`

/** `“Alto”, “Bass” and 7 more`. */
function groupNames(named: readonly string[], groups: number): string {
  const names = named.map((title) => `“${title}”`).join(', ')
  return groups > named.length ? `${names} and ${groups - named.length} more` : names
}

const closedFor: Record<ClosedStatus, string> = {
  lost: 'Cannot be reached any more:',
  disconnected: 'Paste the current token of the bot first, for:',
  removed: 'Removed from your groups:',
}

type Kind = 'edit' | 'delete'

/** `mayBeAdmin`: what is too old may still be possible, since the account may be an admin there. */
function stillPossible(one: SentCopies, kind: Kind, mayBeAdmin: boolean) {
  const [tooOld, oldest] =
    kind === 'edit'
      ? [one.tooOldToEdit, one.oldestToEdit]
      : [one.tooOldToDelete, one.oldestToDelete]
  return { count: one.count - one.unknown - (mayBeAdmin ? 0 : tooOld), tooOld, oldest }
}

/** The copies whose follow-ups share the pace of their accounts; `due`: how many follow-ups of each account wait already. */
type SharedPace = { kind: Kind; all: readonly SentCopies[]; due: ReadonlyMap<string, number> }

/**
 * Why not all of them can be edited, or deleted, in the time that a network allows, in words: an account does one after
 * the other, whatever run and content they belong to.
 */
export const tooSlowFor = (
  { channels, clock }: Context,
  { kind, all, due }: SharedPace,
): string[] =>
  [...Map.groupBy(all, ({ channel }) => channel)].flatMap(([name, ofChannel]) => {
    const channel = channels.get(name)
    const windowMs = channel?.followUps?.windowMs[kind] ?? Infinity
    if (!channel || windowMs === Infinity || channel.followUps?.admins?.includes(kind)) return []
    let [wanted, most] = [0, 0]
    for (const [accountId, own] of Map.groupBy(ofChannel, (one) => one.accountId)) {
      const open = own.filter(({ closed }) => closed === null)
      const possible = open.map((one) => stillPossible(one, kind, false))
      // The oldest has the least time left: counted from it, the number is not too high.
      const oldest = possible.flatMap((one) => one.oldest ?? []).reduce(earliest, clock.now())
      const leftMs = Math.max(0, windowMs - (clock.now().getTime() - oldest.getTime()))
      const before = due.get(accountId) ?? 0
      const reached = Math.max(0, followUpsWithin(channel.capabilities.pace, leftMs) - before)
      wanted += sum(possible)
      most += Math.min(sum(possible), reached)
    }
    return wanted > most ? [tooSlowWords(kind, most, windowMs)] : []
  })

/** The pace of an account is too slow for all of them in the time that its network allows. */
const tooSlowWords = (kind: Kind, most: number, windowMs: number) =>
  `About ${most} of them can be ${kind === 'edit' ? 'edited' : 'deleted'} in the ${windowLong(windowMs)} after they were sent, at the pace of one account. The others stay as they are.`

/** Since when what was sent on each channel is too old to be edited, or deleted. */
export const windowsOf = ({ channels, clock }: Context) =>
  [...channels].map(([channel, { followUps }]) => {
    const until = (windowMs = Infinity) =>
      windowMs === Infinity ? fromEpoch(0) : after(clock.now(), -windowMs)
    const { edit, delete: remove } = followUps?.windowMs ?? {}
    return { channel, edit: until(edit), delete: until(remove) }
  })

export const total = (all: readonly SentCopies[]) => ({ count: sum(all) })
export const sum = (all: readonly { count: number }[]) => all.reduce((n, { count }) => n + count, 0)
/** Why some cannot be changed, in words; the groups are named unless it is none of all. */
export function reasonsOf(all: readonly Possible[]): string[] {
  const some = sum(all) > 0
  return [...new Set(all.flatMap(({ reasons, named }) => (some ? named : reasons)))]
}
