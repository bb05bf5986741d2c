import type { Channel } from '../../channels/port.ts'
import type { ChannelAccount } from '../../channels/port/account.ts'
import type { FollowUpOutcome, FollowUps } from '../../channels/port/follow-ups.ts'
import type { SendRequest } from '../../channels/port/sending.ts'
import type { Resolved } from '@carillon/contract/content/resolve'
import { textAlone } from '@carillon/contract/content/text-after'
import type { ClaimedFollowUp, FollowUpEnd } from '../../deliveries/actions.ts'
import { UNKNOWN } from '../../deliveries/words.ts'
import { groupObstacle } from '../../deliveries/rules.ts'
import { after, days, minutes, seconds, type Clock } from '../../platform/clock.ts'

/** A follow-up is given up after this time if its account could not be used. */
export const LATE_MS = days(2)
export const TOO_LATE = {
  code: 'unreachable',
  reason: 'It could not be tried for two days.',
} as const

/** After this many tries it is given up. Each waits longer than the one before, an hour in total. */
const TRIES_MAX = 10
const WAIT_MS = minutes(1)

/** The longest time of one try: a process has 25 s to stop. */
const TRY_MS = seconds(20)

/** The result of a try, and what else has to wait: its chat, or its account. */
export type FollowUpResult = {
  end: FollowUpEnd
  waits?: { scope: 'chat' | 'account'; until: Date }
  /** The network does not accept the account any more. */
  lost?: Extract<FollowUpOutcome, { kind: 'accountLost' }>
}

/** Tries one follow-up once, in the chat where its message was sent: in another chat its ids are other messages. */
export async function tryFollowUp(
  one: ClaimedFollowUp,
  {
    clock,
    channel,
    account,
    content,
    linkPicture,
  }: {
    clock: Clock
    channel: Channel
    account: ChannelAccount
    /** The new content of an edit. */
    content: Resolved | undefined
    linkPicture?: SendRequest['linkPicture']
  },
): Promise<FollowUpResult> {
  const now = clock.now()
  const { blockedUntil, chatId, receipt, changeId, doubtful } = one
  if (now.getTime() - one.dueAt.getTime() >= LATE_MS) return { end: { ...TOO_LATE, doubtful } }
  if (one.closed !== null) {
    const reason = groupObstacle({ kind: one.groupKind, groupStatus: one.closed })!
    return { end: { code: 'refused', reason, doubtful } }
  }
  if (blockedUntil && blockedUntil > now) {
    return { end: { notBefore: blockedUntil, counts: false, doubtful } }
  }
  if (chatId === null || !receipt) {
    return { end: { code: 'unknown', reason: UNKNOWN.sent, doubtful } }
  }
  const tooOld = windowEnd(one, channel.followUps, now)
  if (tooOld) return { end: tooOld }
  const signal = AbortSignal.timeout(TRY_MS)
  // If a text follows the files, the text is pinned and edited, as with a caption. A deletion deletes all of it.
  const { textId } = receipt
  const isText = textId !== undefined && one.kind !== 'delete'
  const editable = isText ? content && textAlone(content) : content
  const request = {
    account,
    externalId: chatId,
    receipt: isText ? { ...receipt, externalIds: [textId] as const } : receipt,
    ...(changeId ? { changeId } : {}),
    signal,
  }
  const edit = editable && { content: editable, linkPicture }
  const outcome = await ask(channel.followUps, one, edit, request).catch(THROWN)
  return endOf(one, outcome, clock.now())
}

/** An adapter must not throw. If it does, the result is unknown. */
const THROWN = (): FollowUpOutcome => ({
  kind: 'unconfirmed',
  reason: 'It failed in an unexpected way.',
})

/** Gives up without a try, because the time in which the network allows it is over. */
function windowEnd(
  { kind, arrivedAt, doubtful }: ClaimedFollowUp,
  followUps: FollowUps | undefined,
  now: Date,
): FollowUpEnd | undefined {
  if (kind !== 'edit' && kind !== 'delete') return undefined
  const windowMs = followUps?.windowMs[kind] ?? Infinity
  if (now.getTime() - arrivedAt.getTime() < windowMs || followUps?.admins?.includes(kind))
    return undefined
  return { code: 'window', reason: windowWords(kind, windowMs), doubtful }
}

/** The time in which a network allows it, in words. */
export const windowWords = (kind: 'edit' | 'delete', windowMs: number): string =>
  `The network lets programs ${kind} their messages for ${windowLong(windowMs)} only.`

export const windowLong = (windowMs: number): string =>
  windowMs >= 3_600_000
    ? `${Math.round(windowMs / 3_600_000)} hours`
    : `${Math.round(windowMs / 60_000)} minutes`

async function ask(
  followUps: FollowUps | undefined,
  { kind, notify, doubtful }: ClaimedFollowUp,
  edit: Pick<SendRequest, 'content' | 'linkPicture'> | undefined,
  request: Parameters<NonNullable<FollowUps['delete']>>[0],
): Promise<FollowUpOutcome> {
  const cannot = (verb: string): FollowUpOutcome => ({
    kind: 'refused',
    code: 'unsupported',
    reason: `This network lets programs ${verb} no messages.`,
  })
  switch (kind) {
    case 'pin':
      // Members who may have been notified already are not notified again.
      return followUps?.pin?.({ ...request, notify: notify && !doubtful }) ?? cannot('pin')
    case 'unpin':
      return followUps?.unpin?.(request) ?? cannot('unpin')
    case 'delete':
      return followUps?.delete?.(request) ?? cannot('delete')
    case 'edit':
      if (!edit)
        return { kind: 'refused', code: 'unknown', reason: 'The new text is not there any more.' }
      return followUps?.edit?.({ ...request, ...edit }) ?? cannot('edit')
  }
}

function endOf(one: ClaimedFollowUp, outcome: FollowUpOutcome, now: Date): FollowUpResult {
  switch (outcome.kind) {
    case 'done':
      return { end: { doneAt: now } }
    case 'gone':
      return one.kind === 'delete' || one.kind === 'unpin'
        ? { end: { doneAt: now } }
        : { end: { code: 'gone', reason: 'Somebody has deleted the message.', doubtful: false } }
    case 'retry': {
      const { waitMs, scope, reason } = outcome
      // A wait that the network asked for does not count as a failed try.
      if (waitMs === undefined) return retryLater(one, { reason, doubtful: one.doubtful }, now)
      const until = after(now, waitMs)
      const end = { notBefore: until, counts: false, doubtful: one.doubtful }
      return scope === 'delivery' ? { end } : { end, waits: { scope, until } }
    }
    case 'unconfirmed':
      return retryLater(one, { reason: 'The network did not answer.', doubtful: true }, now)
    case 'accountLost':
      return {
        ...retryLater(one, { reason: outcome.reason, doubtful: one.doubtful }, now),
        lost: outcome,
      }
    case 'retarget':
      return {
        end: {
          code: 'moved',
          reason: 'The group has become another chat since it was sent.',
          doubtful: one.doubtful,
        },
      }
    case 'groupLost':
    case 'refused':
      return {
        end: {
          code: codeOf(outcome),
          reason: outcome.reason,
          doubtful: one.doubtful,
        },
      }
  }
}

function codeOf(
  outcome: Extract<FollowUpOutcome, { kind: 'refused' | 'groupLost' }>,
): 'window' | 'unsupported' | 'refused' {
  if (outcome.kind === 'refused' && outcome.code === 'too_late') return 'window'
  return outcome.kind === 'refused' && outcome.code === 'unsupported' ? 'unsupported' : 'refused'
}

/** Retries later, each time after a longer wait; gives up after the last try. */
function retryLater(
  { tries }: ClaimedFollowUp,
  { reason, doubtful }: { reason: string; doubtful: boolean },
  now: Date,
): FollowUpResult {
  return tries >= TRIES_MAX
    ? { end: { code: 'unreachable', reason, doubtful } }
    : { end: { notBefore: after(now, WAIT_MS * tries), counts: true, doubtful } }
}
