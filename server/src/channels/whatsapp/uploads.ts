import { AppError } from '../../platform/errors.ts'
import { seconds, type Clock } from '../../platform/clock.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'
import type { UploadOutcome, UploadRequest } from '../port/media.ts'
import type { Outcome, SendFile } from '../port/sending.ts'
import type { Host } from './host.ts'
import { failureOf, fileRefused, unreachable } from './outcomes.ts'
import type { DeviceSession } from './session.ts'

/** Files that are brought are in memory, each with up to 64 MB. */
const AT_ONCE = 2

/** Files that wait or that nobody has asked for again; their bytes are not read yet. */
const KEPT_MAX = 500

/** Storage that gives nothing for so long keeps no other file waiting. */
const SILENT_MS = seconds(30)

/** How long a file that went ahead keeps what it is called for a message that asked before that was written down. */
const AHEAD_KEPT_MS = seconds(30)

/** It keeps its place, so it does not count as a try. */
const IN_LINE: Extract<Outcome, { kind: 'retry' }> = {
  kind: 'retry',
  scope: 'delivery',
  waitMs: seconds(20),
  code: 'busy',
  reason: 'Files of other messages are brought to WhatsApp first. This one waits in line.',
}

/** What the network calls a file; an outcome if it could not be brought. */
type Brought = string | Outcome

/** The files that are brought to the network for all accounts of this process. */
export type Uploads = {
  /**
   * Goes on with what an earlier try began; `isOver`: whether this one has ended, so that the next takes what comes.
   * Answers `IN_LINE` at once while it is not its turn: its account sends other things meanwhile.
   */
  bring(
    from: { accountId: string; device: string },
    file: SendFile,
    isOver: () => boolean,
  ): Promise<Brought>
  /** The same for a file that goes ahead of its message, which takes what comes as well. */
  bringAhead(from: { accountId: string; device: string }, file: SendFile): Promise<Brought>
  /** Whether nothing is on its way or in line. */
  isIdle(): boolean
}

type Upload = { brought: Promise<Brought>; inLine: boolean; keptUntilMs?: number }

/**
 * Few at once, the others in line. A try that ends leaves its file where it is: the next one finds it there, further
 * on or brought, so no file goes up twice and none loses its place.
 */
export function openUploads(host: Pick<Host, 'call'>, clock: Clock): Uploads {
  const inTurn = limitConcurrency(AT_ONCE, KEPT_MAX, () => new Error('Too many files wait.'))
  const uploads = new Map<string, Upload>()
  let unfinished = 0
  const keyOf = (accountId: string, { mediaId }: SendFile) => `${accountId} ${mediaId}`

  function begin(device: string, file: SendFile): Upload {
    const upload: Upload = { inLine: true, brought: Promise.resolve(IN_LINE) }
    unfinished += 1
    upload.brought = inTurn(() => {
      upload.inLine = false
      return bringNow(host, clock, device, file)
    })
      // The line is full.
      .catch(() => IN_LINE)
      .finally(() => void (unfinished -= 1))
    return upload
  }

  const bring: Uploads['bring'] = async ({ accountId, device }, file, isOver) => {
    const key = keyOf(accountId, file)
    const known = uploads.get(key)
    const isKept = known && clock.steadyMs() <= (known.keptUntilMs ?? Infinity)
    const upload = isKept ? known : begin(device, file)
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
 * Brings a file before its message, while no message waits for one: what is due meanwhile has the other place, and
 * takes this file over if it is its own.
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

/** What comes of a try whose file cannot be read; a fault that nobody named is one of the connection. */
function unreadable(error: unknown) {
  if (!(error instanceof AppError)) return unreachable
  return error.code === 'not_found'
    ? ({ kind: 'refused', code: 'media_gone', reason: GONE } as const)
    : ({ kind: 'retry', scope: 'delivery', code: 'media_away', reason: error.message } as const)
}

const GONE = 'A file of this message is not there any more.'

/** Once in memory, in a place of its own that can move to the other thread. */
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
