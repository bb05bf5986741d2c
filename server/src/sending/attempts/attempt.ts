import type { Channel } from '../../channels/port.ts'
import type { Capabilities, Outcome, SendRequest } from '../../channels/port/sending.ts'
import { seconds, type Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { filesReceipt, UPLOAD_MS_MAX, uploadMs } from '../../deliveries/rules.ts'
import { goesOn, verdict } from './verdict.ts'
import type { Closing } from './attempts-store.ts'
import type { LaneDelivery } from '../lanes/lanes-store.ts'

/** How long one attempt may take; the real Bot API holds a request for up to 8 s before it refuses. */
const DEADLINE_MS = seconds(30)

/** After the deadline, an adapter may use this time to return what it knows. */
const LAST_WORD_MS = seconds(2)

/** No attempt takes longer. */
export const ATTEMPT_MS_MAX = DEADLINE_MS + UPLOAD_MS_MAX + LAST_WORD_MS

/** Makes one attempt on the wire. It always ends within the deadline, with an outcome. */
export async function attempt(
  { clock, log, channel }: { clock: Clock; log: Log; channel: Pick<Channel, 'send'> },
  request: Omit<SendRequest, 'signal'>,
): Promise<Outcome> {
  const deadline = new AbortController()
  let forget = () => {}
  const nobodyKnows = new Promise<Outcome>((resolve) => {
    forget = clock.later(DEADLINE_MS + uploadMs(bytesOf(request)), () => {
      forget = clock.later(LAST_WORD_MS, () =>
        resolve({ kind: 'unconfirmed', reason: 'The network did not answer in time.' }),
      )
      deadline.abort(new Error('The deadline of this try has come.'))
    })
  })
  try {
    return await Promise.race([channel.send({ ...request, signal: deadline.signal }), nobodyKnows])
  } catch (error) {
    // An adapter must not throw. If it does, it is unknown whether the request was sent.
    const reason = (error as Error).message
    log.error({ delivery: request.deliveryId, reason }, 'An adapter threw.')
    return { kind: 'unconfirmed', reason: 'Sending failed in an unexpected way.' }
  } finally {
    forget()
  }
}

/** The size of the files of a request. */
const bytesOf = ({ files }: Pick<SendRequest, 'files'>): number =>
  files.reduce((sum, { handle, bytes }) => sum + (handle === undefined ? bytes : 0), 0)

/** How an opened attempt ends; without an outcome nothing was sent. */
export function closingOf(
  delivery: LaneDelivery & { textAfter?: unknown },
  { epoch, guarantee }: { epoch: number; guarantee: Capabilities['guarantee'] },
  outcome: Outcome | undefined,
  { answeredAt, now }: { answeredAt: Date; now: Date },
): Closing {
  const { id, dueAt, tries, doubtful } = delivery
  // A delivery that was not sent keeps its due time. A clock may have been set, so that `now` is far away.
  const left = outcome
    ? verdict({ ...delivery, guarantee }, outcome, now)
    : { ...NOT_SENT, notBefore: dueAt, tries, doubtful }
  const becomes =
    left.status === 'sent' && delivery.textAfter
      ? goesOn({ ...left, notBefore: dueAt }, receiptOfFiles(outcome))
      : left
  return {
    ...becomes,
    id,
    epoch,
    attempt: delivery.attempt + 1,
    outcome: outcome?.kind ?? 'not_sent',
    answeredAt,
    receipt: becomes.receipt && JSON.stringify(becomes.receipt),
  }
}

const receiptOfFiles = (outcome: Outcome | undefined) =>
  filesReceipt(outcome?.kind === 'sent' ? outcome.receipt : null)

const NOT_SENT = { status: 'queued', code: null, reason: null, receipt: null } as const

/** Whether nothing can be sent to this group now, whatever the content. */
export const refusesAll = ({ code }: Refused) => code === 'no_rights' || code === 'forbidden'

/** Whether it is unknown if the message or the group is refused: several such refusals decide. */
export const isReasonUnknown = ({ code }: Refused) => code === 'unknown' || code === 'forbidden'

type Refused = Outcome & { kind: 'refused' }

/** Whether an outcome changes more than its delivery: the group, the account or other deliveries. */
export const concernsMore = (outcome: Outcome) =>
  outcome.kind === 'retarget' ||
  outcome.kind === 'groupLost' ||
  outcome.kind === 'accountLost' ||
  (outcome.kind === 'refused' && (refusesAll(outcome) || isReasonUnknown(outcome))) ||
  (outcome.kind === 'retry' && outcome.waitMs !== undefined && outcome.scope !== 'delivery')
