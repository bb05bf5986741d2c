import type { Compiled, Outcome, SendRequest } from '../port/sending.ts'
import { compile } from './compile.ts'
import { messageIdOf } from './credentials.ts'
import { failureOf, unreachable } from './outcomes.ts'
import type { WhatsappContext } from './context.ts'
import { partsOf, type Part } from './parts.ts'
import type { WireMessage } from './protocol.ts'
import type { DeviceSession } from './session.ts'
import { NO_PICTURE, readPicture } from './link-picture.ts'
import * as store from './store.ts'
import * as tries from './tries-store.ts'

/** How long a send waits for a connection that is just being restored. */
const WAIT_MS = 5_000

const ABANDONED = 'The deadline of this try has come, and WhatsApp had not confirmed it.'

const OTHER_WORDS =
  'An earlier text of this message may have arrived there, so the new one was not sent. Look in the group.'
const OTHER_DEVICE =
  'The device that was linked before may have sent it already, so this one did not. Look in the group.'

/** Exactly one try. Parts that were confirmed before are not sent again: their ids are the same in every try. */
export async function send(
  context: WhatsappContext,
  session: DeviceSession | undefined,
  request: SendRequest,
): Promise<Outcome> {
  const compiled = compile(request.content)
  const handles = request.files.map(({ handle }) => handle)
  const ended = await sendOnce(context, session, { ...request, handles }, compiled)
  // Returned also after a failed try, so that the next one need not upload the files again.
  const outcome = handles.some(Boolean) ? { ...ended, handles } : ended
  if (outcome.kind === 'sent' || request.files.length < 2) return outcome
  return afterSome(context, request, partsOf(request, compiled), outcome)
}

/** A request, with the handles of the files that are uploaded so far. */
type Bringing = SendRequest & { handles: (string | undefined)[] }

async function sendOnce(
  context: WhatsappContext,
  session: DeviceSession | undefined,
  request: Bringing,
  compiled: Compiled,
): Promise<Outcome> {
  const { account, externalId, handles, signal } = request
  const [refusal] = compiled.refusals
  if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
  if (signal.aborted || !session) return unreachable
  const ready = await session.ready(WAIT_MS)
  if (typeof ready === 'object') {
    return { kind: 'accountLost', code: ready.code, reason: ready.reason }
  }
  if (ready === 'down' || signal.aborted) return unreachable

  const { device, sessionId } = session
  const parts = partsOf(request, compiled)
  const left = await stillToSend(context, account.id, sessionId, parts)
  if (!Array.isArray(left)) return left
  // All files are uploaded before anything is sent, so that an unreadable file leaves no partial album.
  const ended = endedBy(request)
  const from = { accountId: account.id, device }
  for (const { file, earlierMessage } of left) {
    if (!file || earlierMessage || handles[file.index] !== undefined) continue
    const bringing = context.uploads.bring(from, file, ended.isOver)
    const handle = await Promise.race([bringing, ended.outcome])
    if (typeof handle === 'object') return handle
    handles[file.index] = handle
  }
  const made = left.some(({ earlierMessage }) => !earlierMessage)
  const linkPicture = made ? request.linkPicture : undefined
  const reading = readPicture(context.clock, linkPicture, compiled)
  const beside = await Promise.race([reading, ended.outcome])
  if ('kind' in beside) return beside
  for (const part of left) {
    // A part must not start after the lane has stopped waiting: another try may be on its way.
    if (ended.isOver()) return ended.outcome
    const failure = await sendPart(context, device, part, { ...request, ...beside })
    if (failure) return failure
    await tries.markAcked(context.reading, account.id, part.id)
  }
  const [first, ...others] = parts.flatMap(({ id, announces }) => (announces ? [] : [id]))
  const receipt = { externalIds: [first!, ...others], chatId: externalId } as const
  return { kind: 'sent', receipt, ...(beside.isLacking ? { lacks: NO_PICTURE } : {}) }
}

/** Ends a try between two of its steps: at its deadline, or as soon as the process must release the account. */
function endedBy({ signal, letGo }: Pick<SendRequest, 'signal' | 'letGo'>) {
  const either = AbortSignal.any([signal, letGo])
  const over = () => (signal.aborted ? SLOW : LET_GO)
  return {
    isOver: () => either.aborted,
    outcome: new Promise<Outcome>((resolve) => {
      if (either.aborted) resolve(over())
      else either.addEventListener('abort', () => resolve(over()), { once: true })
    }),
  }
}

/** Only this delivery waits: others may have smaller files, or none. */
const SLOW: Outcome = {
  kind: 'retry',
  scope: 'delivery',
  code: 'unreachable',
  reason: 'The connection to WhatsApp was too slow for all of it. What is left goes out next.',
}

/** Nothing failed, so it does not count as a try. */
const LET_GO: Outcome = {
  kind: 'retry',
  scope: 'delivery',
  waitMs: 0,
  code: 'unreachable',
  reason: 'The server stopped before all of it was sent. What is left goes out next.',
}

/** A part that is still to be sent. `earlierMessage`: the message of an earlier try; `doubtful`: it may have arrived. */
type Ready = Part & {
  earlierMessage: store.KeptMessage | undefined
  again: boolean
  doubtful: boolean
}

/**
 * The parts that the network has not confirmed. A phone shows only the first message under an id. So a part that may
 * have arrived is repeated unchanged and from the same device only: otherwise nobody knows what members see.
 */
async function stillToSend(
  { reading }: WhatsappContext,
  accountId: string,
  sessionId: string,
  parts: readonly Part[],
): Promise<Ready[] | Outcome> {
  const ids = parts.map(({ id }) => id)
  const earlier = await tries.findTries(reading, accountId, ids)
  const left: Ready[] = []
  for (const part of parts) {
    const tried = earlier.get(part.id)
    const [isSame, doubtful] = [tried?.said === part.said, tries.mayBeThere(tried)]
    if (doubtful && !isSame) return { kind: 'unconfirmed', reason: OTHER_WORDS }
    if (tried?.state === 'acked') continue
    const earlierMessage = isSame ? await store.findMessage(reading, sessionId, part.id) : undefined
    if (doubtful && !earlierMessage) return { kind: 'unconfirmed', reason: OTHER_DEVICE }
    left.push({ ...part, earlierMessage, again: tried !== undefined, doubtful })
  }
  return left
}

/** Undefined once the network has confirmed it. */
async function sendPart(
  context: WhatsappContext,
  device: string,
  { id, said, file, earlierMessage, again, doubtful, wire }: Ready,
  {
    deliveryId,
    externalId,
    handles,
    signal,
    picture,
  }: Pick<Bringing, 'deliveryId' | 'externalId' | 'signal' | 'handles'> & { picture?: Uint8Array },
): Promise<Outcome | undefined> {
  const handle = (file && handles[file.index]) ?? ''
  // Receipts are counted for the first part only, so that a member who got all parts counts once.
  const counted = id === messageIdOf(deliveryId) ? { deliveryId } : {}
  const about = { device, id, chat: externalId, earlierMessage, again, said, ...counted }
  const asked = { ...about, wire: wire(handle), ...(picture ? { linkPicture: picture } : {}) }
  const sent = await sendOrAbandon(context, asked, signal)
  if (sent.kind === 'acked') return undefined
  if (sent.kind === 'no handle') {
    return { kind: 'handleRefused', reason: 'WhatsApp keeps this file no more.' }
  }
  const owned = context.owners.get(device)
  // The failure of this try does not tell whether an earlier one has arrived.
  if (sent.kind !== 'unknown' && !doubtful && owned) {
    await tries.markUnsent(context.reading, owned, id)
  }
  return failureOf(sent)
}

/** The outcome of a partly sent album: members see the files that the network has confirmed. */
async function afterSome(
  { reading }: WhatsappContext,
  { account }: Pick<SendRequest, 'account'>,
  parts: readonly Part[],
  outcome: Outcome,
): Promise<Outcome> {
  const shown = parts.filter(({ file }) => file)
  const ids = shown.map(({ id }) => id)
  const earlier = await tries.findTries(reading, account.id, ids)
  const isThere = ({ id, said }: Part) =>
    earlier.get(id)?.state === 'acked' && earlier.get(id)?.said === said
  const arrived = shown.filter(isThere).length
  if (arrived === 0) return outcome
  const some = `${arrived} of ${shown.length} files arrived`
  // Unconfirmed files may have arrived as well.
  const rest = outcome.kind === 'unconfirmed' ? ' for certain.' : ', and then no more.'
  return { ...outcome, partly: `${some}${rest}` }
}

type Asked = {
  device: string
  id: string
  chat: string
  wire: WireMessage
  linkPicture?: Uint8Array
  earlierMessage: store.KeptMessage | undefined
  again?: boolean
  said?: string
  deliveryId?: string
}

/** Sends through the worker, and stops waiting at the deadline: a message on its way may have arrived. */
export async function sendOrAbandon(
  { host }: Pick<WhatsappContext, 'host'>,
  { earlierMessage, ...asked }: Asked,
  signal: AbortSignal,
) {
  const { device, id } = asked
  const abandon = () => void host.call('abandon', { device, id }).catch(() => {})
  signal.addEventListener('abort', abandon, { once: true })
  try {
    return await host.call('send', {
      ...asked,
      ...(earlierMessage ? { earlierMessage: earlierMessage.message } : {}),
    })
  } catch {
    return {
      kind: 'unknown',
      reason: signal.aborted ? ABANDONED : 'The connection broke.',
    } as const
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
