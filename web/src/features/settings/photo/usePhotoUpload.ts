import { useRef, useState } from 'react'
import type { FileUpload } from '../../../api/upload/resumableUpload.ts'
import { errorWords, NetworkError } from '../../../api/errors.ts'
import { session } from '../../../api/session/current.ts'
import { toast } from '../../../ui/toast/store.ts'

export type PhotoState =
  | { kind: 'resting' }
  /** `preview` shows the file as it lies here. */
  | { kind: 'sending'; preview: string; progress: number; waiting: boolean }
  /** `again` goes on where it was. */
  | { kind: 'failed'; words: string; again?: () => void }

type Job = { upload: FileUpload; preview: string; canceled: AbortController }

/** Uploads a picture as the photo of the profile. It goes on when the page is left. */
export function usePhotoUpload() {
  const [state, setState] = useState<PhotoState>({ kind: 'resting' })
  const present = useRef<Job>(undefined)

  async function choose(file: File) {
    await cancel()
    // Only who uploads something loads what does it.
    const { upload } = await import('../../../api/upload/upload.ts')
    await run({
      upload: upload(file, 'photo'),
      preview: URL.createObjectURL(file),
      canceled: new AbortController(),
    })
  }

  async function run(job: Job) {
    present.current = job
    const { upload, preview, canceled } = job
    const show = (change: { progress?: number; waiting?: boolean }) =>
      setState((before) =>
        before.kind === 'sending' && present.current === job ? { ...before, ...change } : before,
      )
    setState({ kind: 'sending', preview, progress: 0, waiting: false })
    try {
      await upload.run({
        signal: canceled.signal,
        onProgress: (progress) => show({ progress }),
        onWaiting: (waiting) => show({ waiting }),
      })
      await session.refresh()
      finish(job, { kind: 'resting' })
      toast({ title: 'Photo saved' })
    } catch (error) {
      if (canceled.signal.aborted) return
      if (error instanceof NetworkError) {
        setState({ kind: 'failed', words: errorWords(error), again: () => void run(job) })
      } else finish(job, { kind: 'failed', words: errorWords(error) })
    }
  }

  function finish(job: Job, next: PhotoState) {
    URL.revokeObjectURL(job.preview)
    if (present.current !== job) return
    present.current = undefined
    setState(next)
  }

  /** Gives up what is under way. */
  async function cancel() {
    const job = present.current
    if (!job) return setState({ kind: 'resting' })
    job.canceled.abort()
    finish(job, { kind: 'resting' })
    // If the server cannot be reached now, it forgets the upload by itself within a day.
    await job.upload.cancel().catch(() => {})
  }

  return {
    state,
    choose: (file: File) => void choose(file),
    cancel: () => void cancel(),
    refuse: (words: string) => setState({ kind: 'failed', words }),
  }
}
