import { InputFile } from 'grammy'
import { seconds, type Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Outcome, SendFile, SendRequest } from '../port/sending.ts'

/** If storage gave no bytes for this long, storage is the reason why the request failed. */
const STALLED_AFTER_MS = seconds(5)

/** The files of one request: their handles, or their bytes while they are read. */
export type Uploads = {
  /** Whether the request contains bytes. */
  readonly some: boolean
  /** Aborted at the deadline, or, while bytes are unread, as soon as the process must release the account. */
  readonly signal: AbortSignal
  of(file: SendFile): InputFile | string
  /** The certain outcome of a failed request; undefined if all of its bytes may have left. */
  failed(): Certain | undefined
}

type Certain = Extract<Outcome, { kind: 'retry' | 'refused' }>

/**
 * Bytes are read only as fast as they are sent. Until the last byte is read, the request is not complete, and
 * Telegram cannot have accepted it. So if the connection breaks or the storage fails before that, it is certain that
 * nothing was sent.
 */
export function openUploads(
  { files, signal, letGo }: Pick<SendRequest, 'files' | 'signal' | 'letGo'>,
  clock: Clock,
): Uploads {
  let unread = files.filter(({ handle }) => handle === undefined).length
  const some = unread > 0
  let failure: unknown
  /** The outcome, if we ended the request while bytes were unread. */
  let ended: Certain | undefined
  /** Since when we wait for the next bytes from storage. */
  let owedSince = Infinity
  const ending = new AbortController()

  const isStalled = () => clock.steadyMs() - owedSince >= STALLED_AFTER_MS
  function endAs(outcome: Certain) {
    // Decided now: bytes read after the end are not sent any more.
    if (unread > 0) ended ??= outcome
    ending.abort()
  }
  onAbort(signal, () => endAs(isStalled() ? AWAY : SLOW))
  onAbort(letGo, () => {
    if (unread > 0) endAs(LET_GO)
  })

  async function* read(file: SendFile): AsyncGenerator<Uint8Array> {
    try {
      owedSince = clock.steadyMs()
      for await (const bytes of file.open() as AsyncIterable<Uint8Array>) {
        owedSince = Infinity
        yield bytes
        owedSince = clock.steadyMs()
      }
      owedSince = Infinity
    } catch (error) {
      failure = error
      throw error
    }
    unread -= 1
  }

  return {
    some,
    signal: ending.signal,
    of(file) {
      if (file.handle !== undefined) return file.handle
      return new InputFile(read(file), nameOf(file))
    },
    failed() {
      if (ended) return ended
      if (unread === 0) return undefined
      if (failure instanceof AppError && failure.code === 'not_found') return GONE
      if (failure !== undefined || isStalled()) return AWAY
      return BROKEN
    },
  }
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
}

/** grammY writes the name unchanged, so it needs quotes, and no character that ends them. */
const nameOf = ({ fileName }: SendFile) => `"${fileName.replaceAll(/[\p{Cc}"\\]/gu, '_')}"`

const GONE = {
  kind: 'refused',
  code: 'media_gone',
  reason: 'A file of it is not there any more. Choose another one.',
} as const
const AWAY = {
  kind: 'retry',
  scope: 'delivery',
  code: 'media_away',
  reason: 'The place where files are kept does not answer.',
} as const
const BROKEN = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: 'The connection to Telegram broke while a file was on its way.',
} as const
/** Only this delivery waits: others may have smaller files, or none. */
const SLOW = {
  kind: 'retry',
  scope: 'delivery',
  code: 'unreachable',
  reason: 'The connection to Telegram was too slow for its files.',
} as const
/** Nothing failed, so it does not count as a try. */
const LET_GO = {
  kind: 'retry',
  scope: 'delivery',
  waitMs: 0,
  code: 'unreachable',
  reason: 'The server stopped while a file was on its way.',
} as const
