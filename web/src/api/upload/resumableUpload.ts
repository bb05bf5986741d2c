import type { Endpoint, DataOf, InputOf } from '@carillon/contract/endpoint'
import {
  deleteMedia,
  finishUpload,
  getUpload,
  putFrame,
  putPart,
  startUpload,
  type Media,
  type Upload,
} from '@carillon/contract/media'
import { ApiError, isTemporary } from '../errors.ts'
import { urlOf } from '../makeCall.ts'
import type { Description } from './describe.ts'

/** How long the connection may be away, tried ever more seldom, before the person is asked: about a minute. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

type Outside = {
  call: <E extends Endpoint>(
    endpoint: E,
    input?: InputOf<E>,
    options?: { signal?: AbortSignal; once?: boolean },
  ) => Promise<DataOf<E>>
  /** Sends a piece, tells how much of it has left, and answers what the server knows now. */
  send: (
    path: string,
    piece: Blob,
    options: { signal: AbortSignal; onSent: (bytes: number) => void },
  ) => Promise<Upload>
  /** What can be told of the file before it is finished. */
  describe: (file: File) => Promise<Description>
  /** Waits so long, or until there is a connection again. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export type Watching = {
  signal: AbortSignal
  /** How much has arrived, from 0 to 1. */
  onProgress: (fraction: number) => void
  /** Whether the connection is away and is waited for. */
  onWaiting: (waiting: boolean) => void
}

/** An upload of one file. `run` begins it, or goes on where it was; `cancel` gives it up on the server, too. */
export type FileUpload = {
  run: (watching: Watching) => Promise<Media>
  cancel: () => Promise<void>
}

/**
 * Makes the function that uploads files: in parts, so that a connection that breaks costs no more than one
 * of them. It waits for the connection and goes on by itself; after a minute `run` throws the last
 * error, and can be called again.
 */
export function makeResumableUpload({ call, send, describe, pause }: Outside) {
  return (file: File, purpose: 'library' | 'photo'): FileUpload => {
    let upload: Upload | undefined

    async function run({ signal, onProgress, onWaiting }: Watching): Promise<Media> {
      const body = { name: file.name || 'picture', bytes: file.size, purpose }
      upload ??= await call(startUpload, { body }, { signal, once: true })
      let failures = 0
      let reached = 0
      for (;;) {
        try {
          return await goOn(upload, { signal, onProgress })
        } catch (error) {
          // As long as it gets on, the connection may break as often as it likes.
          if (upload.received > reached) failures = 0
          reached = upload.received
          const ms = PAUSES_MS[failures++]
          if (signal.aborted || !isTemporary(error) || ms === undefined) throw error
          onWaiting(true)
          await pause(ms, signal)
          if (upload.received < upload.parts) upload = await arrived(upload, signal)
          onWaiting(false)
        }
      }
    }

    async function goOn(
      begun: Upload,
      { signal, onProgress }: Pick<Watching, 'signal' | 'onProgress'>,
    ): Promise<Media> {
      const { id, bytes, parts, partBytes } = begun
      for (let part = begun.received; part < parts; part++) {
        const from = part * partBytes
        const onSent = (sent: number) => onProgress((from + sent) / bytes)
        const path = urlOf(putPart.path, { params: { id, part } })
        upload = await send(path, file.slice(from, from + partBytes), { signal, onSent })
      }
      onProgress(1)
      const { facts, frame } = await describe(file)
      if (frame) await sendFrame(id, frame, signal)
      return call(finishUpload, { params: { id }, body: facts }, { signal, once: true })
    }

    /** A file that is no video after all, or whose frame is refused, goes on without the picture. */
    async function sendFrame(id: string, frame: Blob, signal: AbortSignal): Promise<void> {
      const path = urlOf(putFrame.path, { params: { id } })
      try {
        await send(path, frame, { signal, onSent: () => {} })
      } catch (error) {
        if (!(error instanceof ApiError) || isTemporary(error)) throw error
      }
    }

    /** What has arrived, unless the connection is still away. */
    async function arrived(known: Upload, signal: AbortSignal): Promise<Upload> {
      try {
        return await call(getUpload, { params: { id: known.id } }, { signal })
      } catch (error) {
        if (isTemporary(error)) return known
        throw error
      }
    }

    return {
      run,
      async cancel() {
        if (upload) await call(deleteMedia, { params: { id: upload.id } })
      },
    }
  }
}
