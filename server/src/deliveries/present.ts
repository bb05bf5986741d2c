import type { Delivery } from '@carillon/contract/deliveries'
import { instant } from '../platform/clock.ts'
import type { Attempt } from './tables.ts'
import type { ShownDelivery } from './api-store.ts'
import { groupObstacle } from './rules.ts'
import { presentFollowUp } from './words.ts'

export function presentDelivery(delivery: ShownDelivery): Delivery {
  const { status, code, dueAt, restrictedUntil, sentAt, receipt } = delivery
  const reason = restrictedUntil
    ? `${delivery.reason ?? ''} ${RESTRICTED_AFTER}`.trimStart()
    : delivery.reason
  const waitsUntil = restrictedUntil ?? delivery.waitsUntil
  return {
    id: delivery.id,
    rev: delivery.rev,
    createdAt: delivery.createdAt.toISOString(),
    updatedAt: delivery.updatedAt.toISOString(),
    ...(status === 'unconfirmed' ? { attention: { code: 'unconfirmed', text: LOOK_THERE } } : {}),
    status,
    ...doubtOf(delivery),
    ...(code === null ? {} : { code }),
    ...(reason === null ? {} : { reason }),
    ...obstacleOf(delivery),
    occurrenceId: delivery.occurrenceId,
    source: delivery.source,
    sourceId: delivery.sourceId,
    part: delivery.part,
    messageId: delivery.source === 'message' ? delivery.sourceId : null,
    groupId: delivery.groupId,
    groupTitle: delivery.groupTitle,
    channel: delivery.channel,
    topicId: delivery.topicId,
    dueAt: dueAt.toISOString(),
    ...(waitsUntil ? { waitsUntil: waitsUntil.toISOString() } : {}),
    sentAt: sentAt?.toISOString() ?? null,
    latenessMs: sentAt && sentAt.getTime() - dueAt.getTime(),
    attempts: [...delivery.attempts.map(presentAttempt), ...openAttempt(delivery)],
    receipt:
      receipt && receipt.externalIds.length > 0
        ? {
            externalIds: [...receipt.externalIds],
            ...(receipt.link ? { link: receipt.link } : {}),
          }
        : null,
    memberReceipts: delivery.memberReceipts,
    followUps: delivery.followUps.map(presentFollowUp),
  }
}

function obstacleOf(delivery: ShownDelivery): Pick<Delivery, 'obstacle'> {
  const { status } = delivery
  const obstacle =
    status === 'failed' || status === 'unconfirmed' ? groupObstacle(delivery) : undefined
  return obstacle ? { obstacle } : {}
}

/** An unconfirmed delivery has a receipt only if its files are in the group without their text. */
function doubtOf({ status, receipt, textFollows }: ShownDelivery): Pick<Delivery, 'doubt'> {
  if (status !== 'unconfirmed') return {}
  if (textFollows) return { doubt: 'files' }
  return receipt ? { doubt: 'text' } : {}
}

const RESTRICTED_AFTER = 'After that the network lets its account send nothing for a time.'

const LOOK_THERE = 'It may have been sent. Look in the group, then say what you see.'

const presentAttempt = (attempt: Attempt): Delivery['attempts'][number] => ({
  number: attempt.number,
  openedAt: instant(attempt.openedAt).toISOString(),
  closedAt: instant(attempt.closedAt).toISOString(),
  outcome: attempt.outcome,
  text: attempt.reason ?? attemptWords[attempt.outcome] ?? 'It was tried.',
})

const attemptWords: Partial<Record<string, string>> = {
  sent: 'The network accepted it.',
  not_sent: 'It did not leave this server.',
  retarget: 'The group had moved; it was sent on to its new place.',
}

/** An attempt on the wire is stored in the delivery itself until it is answered. */
function openAttempt({ status, attempt, openedAt }: ShownDelivery): Delivery['attempts'] {
  if (status !== 'sending' || !openedAt) return []
  const opened = { number: attempt, openedAt: openedAt.toISOString() }
  return [{ ...opened, closedAt: null, outcome: null, text: 'It is on its way.' }]
}
