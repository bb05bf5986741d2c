import { AppError } from '../../platform/errors.ts'
import { seconds, type Clock } from '../../platform/clock.ts'
import { limitConcurrency, limitPerKey } from '../../platform/concurrency.ts'
import type { UploadOutcome, UploadRequest } from '../port/media.ts'
import type { Outcome, SendFile } from '../port/sending.ts'
import type { Host } from './host.ts'
import { failureOf, fileRefused, unreachable } from './outcomes.ts'
import type { DeviceSession } from './session.ts'

/** Files that are being uploaded are in memory, each with up to 64 MB. */
const AT_ONCE = 2

/** Files that wait, or whose upload no try has asked for again; their bytes are not read yet. */
const KEPT_MAX = 500

/** If storage gives no bytes for so long, the next file goes on. */
const SILENT_MS = seconds(30)

/** How long the handle of a file uploaded in advance is kept here, for a message that was read before the handle was saved. */
const AHEAD_KEPT_MS = seconds(30)

/** How long a failure is kept for the try that has waited for it. It is asked again after `IN_LINE.waitMs`. */
const FAILURE_KEPT_MS = seconds(60)

/** It stays in the queue, so it does not count as a try. */
const IN_LINE: Extract<Outcome, { kind: 'retry' }> = {
  kind: 'retry',
  scope: 'delivery',
  waitMs: seconds(20),
  code: 'busy',
  reason: 'Files of other messages are brought to WhatsApp first. This one waits in line.',
}

/** The handle of a file; an outcome if the upload failed. */
type Brought = string | Outcome

/** The uploads to the network for all accounts of this process. */
export type Uploads = {
  /**
   * Uploads a file, or continues the upload of an earlier try. `isOver`: whether this try has ended; then the next one
   * takes the result. Returns `IN_LINE` at once while it is not its turn, so that its account can send other things.
   */
  bring(
    from: { accountId: string; device: string },
    file: SendFile,
    isOver: () => boolean,
  ): Promise<Brought>
  /** The same for a file that is uploaded before its message; the message can take the result as well. */
  bringAhead(from: { accountId: string; device: string }, file: SendFile): Promise<Brought>
  /** Whether all uploads have ended. */
  isIdle(): boolean
}

/** `keptUntilMs`: when the next try uploads the file anew instead of taking this result; without it, it is kept. */
type Upload = { brought: Promise<Brought>; inLine: boolean; keptUntilMs?: number }

/**
 * Runs a few uploads at once; the others wait in a queue, in which an account has no more than that, so that all
 * accounts take turns. An upload goes on after its try has ended, and the next try finds it, so no file is uploaded
 * twice and none loses its position.
 */
export function openUploads(host: Pick<Host, 'call'>, clock: Clock): Uploads {
  const isFull = () => new Error('Too many files wait.')
  const inTurn = limitConcurrency(AT_ONCE, KEPT_MAX, isFull)
  const inTurnOf = limitPerKey(AT_ONCE, KEPT_MAX, isFull)
  const uploads = new Map<string, Upload>()
  let unfinished = 0
  const keyOf = (accountId: string, { mediaId }: SendFile) => `${accountId} ${mediaId}`

  function begin(accountId: string, device: string, file: SendFile): Upload {
    const upload: Upload = { inLine: true, brought: Promise.resolve(IN_LINE) }
    const work = async () => {
      upload.inLine = false
      const brought = await bringNow(host, clock, device, file)
      if (typeof brought === 'object') upload.keptUntilMs = clock.steadyMs() + FAILURE_KEPT_MS
      return brought
    }
    unfinished += 1
    upload.brought = inTurnOf(accountId, () => inTurn(work))
      .catch(() => {
        // The queue is full: the next try joins it anew.
        upload.keptUntilMs = -Infinity
        return IN_LINE
      })
      .finally(() => void (unfinished -= 1))
    return upload
  }

  const bring: Uploads['bring'] = async ({ accountId, device }, file, isOver) => {
    const key = keyOf(accountId, file)
    const known = uploads.get(key)
    const isKept = known && clock.steadyMs() <= (known.keptUntilMs ?? Infinity)
    const upload = isKept ? known : begin(accountId, device, file)
    const [oldest] = uploads.keys()
    if (oldest !== undefined && uploads.size >= KEPT_MAX) uploads.delete(oldest)
    uploads.set(key, upload)
    const brought = upload.inLine ? IN_LINE : await upload.brought
    if (brought === IN_LINE) return IN_LINE
    const isTaken = typeof brought === 'object' || !isOver()
    if (isTaken && uploads.get(key) === upload) uploads.delete(key)
    return brought
  }

  return {
    bring,
    async bringAhead(from, file) {
      const key = keyOf(from.accountId, file)
      // What it was called a moment ago is written down, and wanted anew.
      if (uploads.get(key)?.keptUntilMs !== undefined) uploads.delete(key)
      const brought = await bring(from, file, () => true)
      const upload = uploads.get(key)
      if (upload && brought !== IN_LINE) upload.keptUntilMs = clock.steadyMs() + AHEAD_KEPT_MS
      return brought
    },
    isIdle: () => unfinished === 0,
  }
}

/**
 * Uploads a file before its message, while no message waits for an upload. A message that becomes due meanwhile uses
 * the other upload slot, and takes this upload over if it needs the same file.
 */
export async function bringAhead(
  uploads: Uploads,
  session: DeviceSession | undefined,
  { account, file, signal }: UploadRequest,
): Promise<UploadOutcome> {
  const ready = await session?.ready(0)
  if (typeof ready === 'object') {
    return { kind: 'accountLost', code: ready.code, reason: ready.reason }
  }
  if (!session || ready !== 'open' || signal.aborted) return unreachable
  if (!uploads.isIdle()) return IN_LINE
  const { promise: over, resolve: end } = Promise.withResolvers<Outcome>()
  const stop = () => end(unreachable)
  signal.addEventListener('abort', stop, { once: true })
  const from = { accountId: account.id, device: session.device }
  const brought = await Promise.race([uploads.bringAhead(from, file), over])
  signal.removeEventListener('abort', stop)
  if (typeof brought === 'string') return { kind: 'uploaded', handle: brought }
  return brought.kind === 'retry' || brought.kind === 'refused' ? brought : unreachable
}

async function bringNow(
  host: Pick<Host, 'call'>,
  clock: Clock,
  device: string,
  file: SendFile,
): Promise<Brought> {
  try {
    const bytes = await readWhole(clock, file)
    const { kind } = file
    const brought = await host.call('upload', { device, kind, bytes }, [bytes.buffer])
    if ('handle' in brought) return brought.handle
    return brought.code === undefined && brought.refused
      ? fileRefused
      : failureOf({ kind: 'not sent', ...brought })
  } catch (error) {
    return unreadable(error)
  }
}

/** The outcome of a try whose file cannot be read; an unknown error counts as one of the connection. */
function unreadable(error: unknown) {
  if (!(error instanceof AppError)) return unreachable
  return error.code === 'not_found'
    ? ({ kind: 'refused', code: 'media_gone', reason: GONE } as const)
    : ({ kind: 'retry', scope: 'delivery', code: 'media_away', reason: error.message } as const)
}

const GONE = 'A file of this message is not there any more.'

/** Reads the whole file into a buffer of its own, which can be moved to the other thread. */
async function readWhole(clock: Clock, file: SendFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes)
  const stream = file.open()
  const away = () => stream.destroy(new AppError('unavailable', SILENT))
  let forget = clock.later(SILENT_MS, away)
  try {
    let at = 0
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      forget()
      forget = clock.later(SILENT_MS, away)
      if (at + piece.length > bytes.length) throw new AppError('unavailable', CUT)
      bytes.set(piece, at)
      at += piece.length
    }
    if (at !== bytes.length) throw new AppError('unavailable', CUT)
    return bytes
  } finally {
    forget()
  }
}

const SILENT = 'The place where files are kept does not answer.'
const CUT = 'The place where files are kept gives another length of a file than it has.'
