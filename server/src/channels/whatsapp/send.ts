import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../platform/errors.ts'
import type { Outcome, SendFile, SendRequest } from '../port/sending.ts'
import { compile } from './compile.ts'
import { messageIdOf } from './credentials.ts'
import { failureOf, unreachable } from './outcomes.ts'
import type { Wire } from './protocol.ts'
import type { Means } from './means.ts'
import type { DeviceSession } from './session.ts'
import * as store from './store.ts'

/** How long a send waits for a connection that is just coming back. */
const WAIT_MS = 5_000

const ABANDONED = 'The deadline of this try has come, and WhatsApp had not confirmed it.'

const OTHER_WORDS =
  'An earlier text of this message may have arrived there, so the new one was not sent. Look in the group.'
const OTHER_DEVICE =
  'The device that was linked before may have sent it already, so this one did not. Look in the group.'

/** Exactly one try. What was confirmed before is not sent again: the id of a delivery is always the same. */
export async function send(
  means: Means,
  session: DeviceSession | undefined,
  request: SendRequest,
): Promise<Outcome> {
  const { account, content, deliveryId, externalId, files, signal } = request
  const compiled = compile(content)
  const [refusal] = compiled.refusals
  if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
  if (signal.aborted || !session) return unreachable
  const ready = await session.ready(WAIT_MS)
  if (typeof ready === 'object') {
    return { kind: 'accountLost', code: ready.code, reason: ready.reason }
  }
  if (ready === 'down' || signal.aborted) return unreachable

  const id = messageIdOf(deliveryId)
  const receipt = { externalIds: [id], chatId: externalId } as const
  const { device, sessionId } = session
  const [file] = files
  const said = saidOf(
    deliveryId,
    wireOf(content, compiled.text, file && { ...file, handle: '' }),
    file,
  )
  const tried = await store.findTry(means.reading, account.id, id)
  // Phones that have shown a message under this id show no other one. So where it may have arrived, only the same
  // message goes once more: with other words, or from another device, nobody could say what members see.
  const mayBeThere = tried !== undefined && tried.state !== 'unsent'
  if (mayBeThere && tried.said !== said) return { kind: 'unconfirmed', reason: OTHER_WORDS }
  if (tried?.state === 'acked') return { kind: 'sent', receipt }
  const kept =
    tried?.said === said ? await store.findMessage(means.reading, sessionId, id) : undefined
  if (mayBeThere && !kept) return { kind: 'unconfirmed', reason: OTHER_DEVICE }

  const handle = file && !kept ? await handleOf(means, device, file) : file?.handle
  if (typeof handle === 'object') return handle
  const wire = wireOf(content, compiled.text, file && { ...file, handle: handle ?? '' })
  const again = tried !== undefined
  const asked = { device, id, chat: externalId, wire, kept, again, said }
  const sent = await untilAborted(means, asked, signal)
  if (sent.kind === 'handle') {
    return { kind: 'handleRefused', reason: 'WhatsApp keeps this file no more.' }
  }
  if (sent.kind !== 'acked') {
    const owned = means.owners.get(device)
    // That this try failed says nothing of an earlier one, which may have arrived.
    if (sent.kind !== 'unknown' && !mayBeThere && owned) {
      await store.markUnsent(means.reading, owned, id)
    }
    return failureOf(sent)
  }
  await store.markAcked(means.reading, account.id, id)
  return { kind: 'sent', receipt, ...(handle === undefined ? {} : { handles: [handle] }) }
}

/** Tells what a delivery says from anything else; a file by its own id, since the network's names of it change. */
const saidOf = (deliveryId: string, wire: Wire, file: SendFile | undefined): string =>
  hash('sha256', JSON.stringify([deliveryId, wire, file?.mediaId]), 'hex')

type Asked = {
  device: string
  id: string
  chat: string
  wire: Wire
  kept: store.KeptMessage | undefined
  again?: boolean
  said?: string
}

/** Asks the worker, and no longer than the deadline: what is on its way by then may have arrived. */
export async function untilAborted(
  { host }: Pick<Means, 'host'>,
  { kept, ...asked }: Asked,
  signal: AbortSignal,
) {
  const { device, id } = asked
  const abandon = () => void host.call('abandon', { device, id }).catch(() => {})
  signal.addEventListener('abort', abandon, { once: true })
  try {
    return await host.call('send', { ...asked, ...(kept ? { kept: kept.message } : {}) })
  } catch {
    return {
      kind: 'unknown',
      reason: signal.aborted ? ABANDONED : 'The connection broke.',
    } as const
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}

/** What the network calls a file; brings it where it has no name yet. Nothing was sent when it answers an outcome. */
async function handleOf(
  { host }: Means,
  device: string,
  file: SendFile,
): Promise<string | Outcome> {
  if (file.handle !== undefined) return file.handle
  try {
    const bytes = await buffer(file.open())
    const { kind } = file
    const brought = await host.call('upload', { device, kind, bytes })
    if ('handle' in brought) return brought.handle
    return failureOf({ kind: 'not sent', ...brought })
  } catch (error) {
    if (!(error instanceof AppError)) return unreachable
    return error.code === 'not_found'
      ? {
          kind: 'refused',
          code: 'media_gone',
          reason: 'A file of this message is not there any more.',
        }
      : { kind: 'retry', scope: 'delivery', code: 'media_away', reason: error.message }
  }
}

function wireOf(
  content: SendRequest['content'],
  text: string,
  file: (SendFile & { handle: string }) | undefined,
): Wire {
  if (content.kind === 'poll') {
    const { options, multiple = false } = content.poll
    return { kind: 'poll', question: text, options: options.map((one) => one.trim()), multiple }
  }
  if (!file) return { kind: 'text', text, linkPreview: false }
  const { kind, fileName, mimeType, handle, width, height, durationMs } = file
  return {
    kind: 'file',
    caption: text,
    file: {
      kind,
      fileName,
      mimeType,
      handle,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(durationMs === undefined ? {} : { durationMs }),
    },
  }
}
