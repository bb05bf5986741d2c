import type { Media } from '@carillon/contract/media'
import { useSyncExternalStore } from 'react'
import { errorWords, NetworkError } from '../../../api/errors.ts'
import type { FileUpload } from '../../../api/upload/makeUpload.ts'

/** A file under way to the server, by the key that its form gave it. */
export type Uploading = {
  file: File
  /** Shows a picture as it lies here. */
  preview: string | undefined
  /** From 0 to 1. */
  progress: number
  /** Whether the connection is away and is waited for. */
  waiting: boolean
  /** Why it ended, in words. */
  problem?: string
  /** Whether it can go on where it was. */
  canRetry?: boolean
  media?: Media
}

type Job = Uploading & { upload?: FileUpload; canceled: AbortController }

/** Outlives the page that began them: a card that is folded, or a page that is left, loses no upload. */
let jobs: ReadonlyMap<string, Job> = new Map()
const listeners = new Set<() => void>()

/** One after the other: the connection is one, too. */
let queue = Promise.resolve()

/** Uploads a file to the library. */
export function startUpload(key: string, file: File) {
  const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  put(key, { file, preview, progress: 0, waiting: false, canceled: new AbortController() })
  enqueue(key)
}

/** Goes on with one that failed. */
export function retryUpload(key: string) {
  change(key, { canRetry: false, problem: undefined })
  enqueue(key)
}

/** Gives it up, and forgets it. */
export function dropUpload(key: string) {
  const job = jobs.get(key)
  if (!job) return
  jobs = new Map([...jobs].filter(([other]) => other !== key))
  if (job.preview) URL.revokeObjectURL(job.preview)
  tell()
  if (job.media) return
  job.canceled.abort()
  // What cannot be reached now forgets the upload by itself within a day.
  void job.upload?.cancel().catch(() => {})
}

/** What becomes of an upload; nothing when none is known by this key, as after a reload. */
export const useUploading = (key: string): Uploading | undefined =>
  useSyncExternalStore(subscribe, () => jobs.get(key))

/** All uploads by their keys, those that are done too. */
export const useUploads = (): ReadonlyMap<string, Uploading> =>
  useSyncExternalStore(subscribe, () => jobs)

function enqueue(key: string) {
  queue = queue.then(() => run(key))
}

async function run(key: string) {
  try {
    const { upload } = await import('../../../api/upload/upload.ts')
    const job = jobs.get(key)
    if (!job) return
    job.upload ??= upload(job.file, 'library')
    const media = await job.upload.run({
      signal: job.canceled.signal,
      onProgress: (progress) => change(key, { progress }),
      onWaiting: (waiting) => change(key, { waiting }),
    })
    change(key, { media })
  } catch (error) {
    const canRetry = error instanceof NetworkError
    change(key, { problem: errorWords(error), canRetry, waiting: false })
  }
}

type Change = { [K in keyof Uploading]?: Uploading[K] | undefined }

function change(key: string, to: Change) {
  const job = jobs.get(key)
  if (job) put(key, Object.assign({ ...job }, to))
}

function put(key: string, job: Job) {
  jobs = new Map(jobs).set(key, job)
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
