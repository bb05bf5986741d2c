import { createHash } from 'node:crypto'
import * as accounts from '../accounts/actions.ts'
import type { Outcome } from '../channels/port/sending.ts'
import { readContents } from '../content/actions.ts'
import * as groups from '../groups/actions.ts'
import { after, minutes } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { endPending, lockPending } from '../deliveries/actions.ts'
import { groupSkip } from '../deliveries/rules.ts'
import { lockDeleted } from '../occurrences/actions.ts'
import { column } from '../platform/db/lists.ts'
import { isReasonUnknown, refusesAll } from './attempts/attempt.ts'
import * as attempts from './attempts/attempts-store.ts'
import type { Closing } from './attempts/attempts-store.ts'
import * as store from './store.ts'
import * as lanes from './lanes/lanes-store.ts'
import type { LaneDelivery } from './lanes/lanes-store.ts'
import type { Owner } from './store.ts'
import { skipWords, type SkipCode } from '../occurrences/words.ts'
import { owning } from './fenced-transaction.ts'
import { laneState, tooLate, type Held } from './rules.ts'
import type { Changed } from '../deliveries/port.ts'

export { readSends } from './group-rules/store.ts'
export { requestEarlyUploads } from './early-uploads.ts'
export {
  forecastAllowances,
  readMessagesLeft,
  type AllowanceForecast,
  type MessagesLeft,
} from './allowance-forecast.ts'

/**
 * Records an attempt whose outcome concerns more than its delivery, with everything that it changes: a flood
 * wait, a chat that moved, a lost group or account. A former owner changes nothing, except for a wait that
 * the network asked for: the next owner may not know it, if the database could not be reached until then.
 * Returns undefined, and records nothing, if the network refused credentials that the account has no more.
 */
export async function conclude(
  ctx: Context,
  owner: Owner,
  delivery: LaneDelivery,
  closing: Closing,
  { outcome, credentials }: Answered,
): Promise<Changed[] | undefined> {
  return ctx.transaction(async (tx) => {
    const owned = await accounts.stillOwned(tx, owner)
    if (owned && outcome.kind === 'accountLost') {
      const account = await accounts.findAccount(tx, owner.id)
      if (account?.credentials && !accounts.holdsToken(ctx, account, credentials)) return undefined
    }
    const { closed, changed } = owned
      ? await attempts.closeAttempts(tx, ctx.clock.now(), [closing])
      : NOTHING_CLOSED
    if (closed.size === 0 && outcome.kind !== 'retry') return []
    const answer = { delivery, outcome, at: closing.answeredAt ?? ctx.clock.now() }
    return [...changed, ...(await applyToGroupAndAccount(ctx, tx, owner, answer))]
  })
}

/** What the network answered, and the credentials that were used. */
export type Answered = { outcome: Outcome; credentials: string }

const NOTHING_CLOSED: Awaited<ReturnType<typeof attempts.closeAttempts>> = {
  closed: new Set(),
  changed: [],
}

/** What the network answered, and when. */
type Answer = { delivery: LaneDelivery; outcome: Outcome; at: Date }

/** What an answer means for the group and the account of its delivery. */
async function applyToGroupAndAccount(
  ctx: Context,
  tx: Tx,
  owner: Owner,
  { delivery, outcome, at }: Answer,
): Promise<Changed[]> {
  const { externalId, groupId } = delivery
  switch (outcome.kind) {
    case 'retry': {
      const until = after(at, outcome.waitMs ?? 0)
      if (outcome.scope === 'chat') await groups.blockGroupUntil(ctx, tx, groupId, until)
      if (outcome.scope === 'account') await accounts.pauseAccountUntil(ctx, tx, owner.id, until)
      return []
    }
    case 'retarget':
      await groups.migrateGroup(ctx, tx, owner.id, externalId, outcome.externalId)
      return []
    case 'groupLost': {
      await groups.loseGroup(ctx, tx, owner.id, externalId, outcome.code, outcome.reason)
      const code = groupSkip({ kind: delivery.kind, groupStatus: 'lost' }) ?? 'group_lost'
      const end = { status: 'skipped', code, reason: skipWords[code] } as const
      return endPending(tx, ctx.clock.now(), { accountId: owner.id, externalId }, end)
    }
    case 'accountLost':
      // Deliveries that wait in its lane are ended later, in slices: see `failLane`.
      await accounts.loseAccount(ctx, tx, owner.id, outcome.code, outcome.reason)
      return []
    case 'refused':
      if (refusesAll(outcome)) {
        await groups.limitGroup(ctx, tx, owner.id, externalId, outcome.reason)
      }
      if (isReasonUnknown(outcome)) await noteRefusal(ctx, tx, delivery, outcome.reason)
      return []
    case 'sent':
    case 'formattingRefused':
    case 'handleRefused':
    case 'unconfirmed':
      return []
  }
}

/** Counts refusals of different contents only: one content that is refused twice says nothing about its group. */
async function noteRefusal(
  ctx: Context,
  tx: Tx,
  { groupId, contentId }: LaneDelivery,
  words: string,
) {
  const content = (await readContents(tx, [contentId])).get(contentId)
  const contentHash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const arrivedAt = await lanes.findLastSent(tx, after(ctx.clock.now(), -minutes(1)), groupId)
  await groups.noteRefusal(ctx, tx, { groupId, words, message: contentHash, arrivedAt })
}

/**
 * Skips deliveries of the lane; `why` is a reason in words. A delivery that was read as deleted is not
 * skipped if it was restored since.
 */
export const skip = (
  ctx: Context,
  owner: Owner,
  ids: readonly string[],
  code: SkipCode,
  why?: string,
) =>
  owning(ctx, owner, async (tx) => {
    const reason = why ? `${why} ${skipWords[code]}` : skipWords[code]
    const which = { ids: code === 'deleted' ? await stillDeleted(tx, ids) : ids }
    return endPending(tx, ctx.clock.now(), which, { status: 'skipped', code, reason })
  })

async function stillDeleted(tx: Tx, ids: readonly string[]): Promise<string[]> {
  // Deliveries are locked before their occurrences, everywhere.
  const rows = await lockPending(tx, ids)
  const deleted = await lockDeleted(tx, { ids: column(rows, 'occurrenceId') })
  return column(
    rows.filter(({ occurrenceId }) => deleted.has(occurrenceId)),
    'id',
  )
}

/** Fails deliveries whose content is missing, for example after an incomplete backup. */
export const failUnreadable = (
  ctx: Context,
  owner: Owner,
  ids: readonly string[],
): Promise<Changed[]> =>
  owning(ctx, owner, (tx) => endPending(tx, ctx.clock.now(), { ids }, CONTENT_LOST))

const CONTENT_LOST = {
  status: 'failed',
  code: 'content_lost',
  reason: 'It was not sent: its text cannot be found any more.',
} as const

const expiredWords = (held?: Held) => (held ? `${held.why} ${skipWords.late}` : skipWords.late)

/**
 * Ends deliveries that could not be sent in time; of a restricted account also those whose time will have passed when
 * its restriction ends, so that a person hears of it while something can be done.
 */
export async function expire(ctx: Context, owner: Owner): Promise<Changed[]> {
  let isMore = false
  const changed = await owning(ctx, owner, async (tx) => {
    const now = ctx.clock.now()
    const account = await accounts.findAccount(tx, owner.id)
    const channel = account && ctx.channels.get(account.channel)
    const state = channel && laneState(account, channel.capabilities)
    const held = state?.kind === 'held' ? state : undefined
    const until = held?.code === 'restricted' ? account!.restrictedUntil : null
    const ids = await store.findExpired(tx, now, owner.id, until)
    if (ids.length === 0) return []
    isMore = ids.length === store.SLICE_MAX
    const reason = held && until ? tooLate(held) : expiredWords(held)
    return endPending(tx, now, { ids }, { status: 'skipped', code: 'late', reason })
  })
  if (!isMore || changed.length === 0) return changed
  return [...changed, ...(await expire(ctx, owner))]
}
