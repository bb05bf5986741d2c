import { InputFile } from 'grammy'
import { AppError } from '../../platform/errors.ts'
import type { Outcome, SendFile } from '../port/sending.ts'

/** The files of one request: their handles, or their bytes while they are read. */
export type Uploads = {
  /** Whether bytes go along. */
  readonly some: boolean
  of(file: SendFile): InputFile | string
  /** What a request that failed certainly came to; undefined if all of its bytes may have left. */
  failed(): Extract<Outcome, { kind: 'retry' | 'refused' }> | undefined
}

/**
 * Bytes are read only as fast as they leave. Until the last one is read the request has no end, and nobody can
 * have accepted it: so a connection that breaks, or storage that goes away, leaves no doubt.
 */
export function openUploads(files: readonly SendFile[]): Uploads {
  let unread = 0
  let failure: unknown
  const isOpen = files.some(({ handle }) => handle === undefined)

  async function* read(file: SendFile): AsyncGenerator<Uint8Array> {
    try {
      yield* file.open() as AsyncIterable<Uint8Array>
    } catch (error) {
      failure = error
      throw error
    }
    unread -= 1
  }

  return {
    some: isOpen,
    of(file) {
      if (file.handle !== undefined) return file.handle
      unread += 1
      return new InputFile(read(file), nameOf(file))
    },
    failed() {
      if (unread === 0) return undefined
      if (failure instanceof AppError && failure.code === 'not_found') return GONE
      if (failure !== undefined) return AWAY
      return BROKEN
    },
  }
}

/** grammY writes the name as it is, so that it needs its quotes, and nothing that would end it. */
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
