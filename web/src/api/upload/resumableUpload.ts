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
import { ApiError, isApiError, isTemporary, NetworkError } from '../errors.ts'
import { urlOf } from '../makeCall.ts'
import { randomKey } from '../randomKey.ts'
import type { Description } from './describe.ts'

/** The growing pauses between attempts while the connection is lost: about a minute, then the person is asked. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

type Outside = {
  call: <E extends Endpoint>(
    endpoint: E,
    input?: InputOf<E>,
    options?: { signal?: AbortSignal; once?: boolean | string },
  ) => Promise<DataOf<E>>
  /** Sends a part, reports how much of it has been sent, and returns the upload as the server knows it now. */
  send: (
    path: string,
    piece: Blob,
    options: { signal: AbortSignal; onSent: (bytes: number) => void },
  ) => Promise<Upload>
  /** What is known of the file before the upload is finished. */
  describe: (file: File) => Promise<Description>
  /** Waits for `ms`, or until there is a connection again. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export type Watching = {
  signal: AbortSignal
  /** How much has arrived, from 0 to 1. */
  onProgress: (fraction: number) => void
  /** Whether the upload waits for the lost connection. */
  onWaiting: (waiting: boolean) => void
}

/** An upload of one file. `run` starts or resumes it; `cancel` deletes it, on the server too. */
export type FileUpload = {
  run: (watching: Watching) => Promise<Media>
  cancel: () => Promise<void>
}

/**
 * Makes the function that uploads files: in parts, so that a lost connection costs at most one of them. The upload waits
 * for the connection and resumes by itself. After a minute `run` throws the last error, and can be called again.
 */
export function makeResumableUpload({ call, send, describe, pause }: Outside) {
  return (file: File, purpose: 'library' | 'photo'): FileUpload => {
    let upload: Upload | undefined
    let startKey = randomKey()

    async function run({ signal, onProgress, onWaiting }: Watching): Promise<Media> {
      const body = { name: file.name || 'picture', bytes: file.size, purpose }
      let failures = 0
      let reached = 0
      for (;;) {
        try {
          upload ??= await call(startUpload, { body }, { signal, once: startKey })
          return await goOn(upload, { signal, onProgress })
        } catch (error) {
          if (isApiError(error, 'already_done') && !upload) {
            // Nobody knows the id of what was started; the server deletes it after a day.
            startKey = randomKey()
            continue
          }
          // What the server itself cannot begin is told at once.
          if (!upload && !(error instanceof NetworkError)) throw error
          // Progress resets the pauses: the connection may then be lost any number of times.
          const { received, parts } = upload ?? { received: 0, parts: 0 }
          if (received > reached) failures = 0
          reached = received
          const ms = PAUSES_MS[failures++]
          if (signal.aborted || !isTemporary(error) || ms === undefined) throw error
          onWaiting(true)
          await pause(ms, signal)
          if (upload && received < parts) upload = await arrived(upload, signal)
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

    /** Uploads the first frame. A file that is no video, or whose frame is refused, is uploaded without it. */
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
