import type { ChannelAccount } from '../../channels/port/account.ts'
import type { Outcome, SendFile } from '../../channels/port/sending.ts'
import { countOf, mediaOf } from '../../content/rules.ts'
import { filesWords, mergedReceipt, type StoredReceipt } from '../../deliveries/rules.ts'
import { after, seconds, type Clock } from '../../platform/clock.ts'
import { attempt, closingOf, concernsMore } from '../attempts/attempt.ts'
import type { Closing } from '../attempts/attempts-store.ts'
import type { Answered } from '../actions.ts'
import type { LaneOptions } from './lane-types.ts'
import { openLetGo } from './upload-abort.ts'
import type { DueDelivery } from './queue-gateway.ts'

/**
 * How long to retry recording an outcome after the lane was lost. A wait that the network asked for is kept
 * until it is over, because nobody else knows of it.
 */
const WRITE_DOWN_WITHIN_MS = seconds(25)
const WRITE_DOWN_AGAIN_MS = 250

export type InFlightOptions = Omit<LaneOptions, 'account'> & {
  /** The account to send with; undefined if this process may not act for it now. */
  account(): ChannelAccount | undefined
  /** Aborted when the lane is stopped. */
  stopping: AbortSignal
  /** When the lane was stopped; undefined if it was not. */
  stopped(): Date | undefined
  /** An attempt was committed, so the next read may find more. */
  opened(): void
  /** It may not be sent any more, for example because its message was paused: it has not used its user's turn. */
  unopened(delivery: DueDelivery): void
  /** The network refused credentials that the account has no more: nothing is sent before the new ones are read. */
  replaced(): void
  /** The files of a delivery are in the group, and this is its text. The lane sends nothing else there before it. */
  textFollows(text: DueDelivery): void
  /** The delivery may be retried at this time. */
  comesBack(at: Date): void
  complain(error: Error): void
}

/**
 * Sends one delivery: its attempt is committed before anything reaches the wire, and its outcome is recorded,
 * however long that takes. Returns whether it was sent. Rejects if recording was given up.
 */
export function openInFlight(
  options: InFlightOptions,
): (delivery: DueDelivery) => Promise<boolean> {
  const { clock, log, owner, channel, gateway, files, pacer, breaker, now, complain } = options
  const { guarantee } = channel.capabilities

  async function deliver(delivery: DueDelivery): Promise<boolean> {
    const time = timeFrom(clock)
    let toSend: readonly SendFile[] | undefined = []
    if (mediaOf(delivery.content).length > 0) {
      try {
        toSend = await files.take(delivery)
      } catch (error) {
        // Nothing has begun: it comes back when the queue is read again.
        complain(error as Error)
        pacer.unsent(delivery)
        return false
      }
    }
    try {
      const opened = await gateway.open(owner, delivery)
      if (opened === 'again') options.comesBack(clock.now())
      if (opened !== 'opened') {
        options.unopened(delivery)
        pacer.unsent(delivery)
        return false
      }
    } catch (error) {
      // It is unknown whether the attempt was committed. If it was, it is closed as not sent.
      complain(error as Error)
      pacer.unsent(delivery)
      return writeDown(delivery, undefined, time)
    }
    options.opened()
    // The commit may have taken so long that the process lost the account; and another answer may have asked
    // the whole account to wait.
    const account = options.account()
    if (account && breaker.until() <= now()) {
      const outcome = await send(delivery, account, toSend)
      return writeDown(delivery, { outcome, credentials: account.credentials }, time)
    }
    pacer.unsent(delivery)
    return writeDown(delivery, undefined, time)
  }

  async function send(
    delivery: DueDelivery,
    by: ChannelAccount,
    toSend: readonly SendFile[] | undefined,
  ): Promise<Outcome> {
    if (!toSend) {
      pacer.unsent(delivery)
      return FILE_GONE
    }
    const { id, externalId, topicId, content, plain, receipt: standing } = delivery
    const isAfter = standing !== null
    const request = { account: by, deliveryId: id, isAfter, externalId, topicId, content, plain }
    const letGo = openLetGo(options, toSend)
    const linkPicture = files.linkPicture(content)
    const outcome = await attempt(
      { clock, log, channel },
      { ...request, files: toSend, linkPicture, letGo: letGo.signal },
    ).finally(letGo.close)
    // If this fails, the files are only uploaded again.
    if (toSend.length > 0) await files.answered(toSend, outcome).catch(complain)
    pacer.answered(delivery, now())
    const meant = breaker.notice(externalId, outcome, now())
    if (meant.kind === 'retry' && meant.scope === 'chat' && meant.waitMs !== undefined) {
      pacer.block(delivery, now() + meant.waitMs)
    }
    if (!standing) return meant
    return meant.kind === 'sent'
      ? { ...meant, receipt: mergedReceipt(standing, meant.receipt) }
      : { ...meant, partly: filesWords(standing.externalIds.length > 0) }
  }

  /** Retries until the outcome is recorded: without that, the delivery would become unconfirmed. */
  async function writeDown(
    delivery: DueDelivery,
    answer: Answered | undefined,
    time: () => Date,
    answeredAt = time(),
  ): Promise<boolean> {
    const at = { answeredAt, now: time() }
    const outcome = answer && leftOf(answer.outcome, at.now.getTime() - answeredAt.getTime())
    const closing = closingOf(delivery, { epoch: owner.epoch, guarantee }, outcome, at)
    try {
      if (answer && concernsMore(answer.outcome)) {
        if (!(await gateway.conclude(owner, delivery, closing, answer))) {
          options.replaced()
          // The network took nothing, so the delivery is sent by the other credentials.
          return await writeDown(delivery, undefined, time, answeredAt)
        }
      } else {
        await gateway.close(closing, delivery)
      }
      if (delivery.textAfter && closing.receipt) options.textFollows(textOf(delivery, closing))
      if (closing.status === 'waiting' || closing.status === 'queued') {
        options.comesBack(closing.notBefore)
      }
      return closing.status === 'sent'
    } catch (error) {
      complain(error as Error)
      const stopped = options.stopped()
      const sinceMs = stopped ? clock.now().getTime() - stopped.getTime() : 0
      if (sinceMs > WRITE_DOWN_WITHIN_MS && !stillAsksToWait(outcome)) return false
      await new Promise<void>((resolve) => void clock.later(WRITE_DOWN_AGAIN_MS, resolve))
      return writeDown(delivery, answer, time, answeredAt)
    }
  }

  return deliver
}

/** The next attempt of a delivery whose files are in the group: its text. */
const textOf = (delivery: DueDelivery, { attempt, receipt }: Closing): DueDelivery => ({
  ...delivery,
  attempt,
  tries: 0,
  doubtful: true,
  plain: false,
  receipt: JSON.parse(receipt!) as StoredReceipt,
  content: delivery.textAfter!,
  messages: countOf(delivery.textAfter!),
  textAfter: undefined,
})

const FILE_GONE: Outcome = {
  kind: 'refused',
  code: 'media_gone',
  reason: 'A file of it is not there any more. Choose another one.',
}

/** The clock plus the elapsed monotonic time, because the clock may be set while an answer is awaited. */
function timeFrom(clock: Clock): () => Date {
  const [begun, steady] = [clock.now(), clock.steadyMs()]
  return () => after(begun, clock.steadyMs() - steady)
}

/** Subtracts the elapsed time from the wait that an answer named. */
function leftOf(answer: Outcome, passedMs: number): Outcome {
  if (answer.kind !== 'retry' || answer.waitMs === undefined) return answer
  return { ...answer, waitMs: Math.max(0, answer.waitMs - passedMs) }
}

/** Whether other deliveries must wait too, and the wait is not over. */
const stillAsksToWait = (outcome: Outcome | undefined) =>
  outcome?.kind === 'retry' && outcome.scope !== 'delivery' && (outcome.waitMs ?? 0) > 0
