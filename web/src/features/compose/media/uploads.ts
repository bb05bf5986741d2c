import type { Media } from '@carillon/contract/media'
import { useCallback, useSyncExternalStore } from 'react'
import { errorWords, isTemporary, NetworkError } from '../../../api/errors.ts'
import { session } from '../../../api/session/current.ts'
import { randomKey } from '../../../api/randomKey.ts'
import type { ContentFile } from './files.ts'
import type { FileUpload } from '../../../api/upload/resumableUpload.ts'
import { loadIfReachable } from '../../../ui/lazy.tsx'
import { openListeners } from '../../../ui/listeners.ts'

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

type Job = Uploading & { uid: string; upload?: FileUpload; canceled: AbortController }

/** Outlives the page that began them: a card that is folded, or a page that is left, loses no upload. */
let jobs: ReadonlyMap<string, Job> = new Map()
const { subscribe, tell } = openListeners()

/** Which upload each key waits for: a step that is copied waits for the same one. */
const waiting = new Map<string, string>()
const jobOf = (key: string) => waiting.get(key) ?? key

/** Uploads a file to the library. */
export function startUpload(key: string, file: File) {
  const uid = present()
  if (!uid) return
  // Somebody else has signed in meanwhile: what the one before left is not theirs.
  for (const [other, job] of jobs) if (job.uid !== uid) end(other)
  const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  waiting.set(key, key)
  put(key, { uid, file, preview, progress: 0, waiting: false, canceled: new AbortController() })
  void run(key)
}

/** The same files once more: what is on its way arrives for both, whichever of them is removed meanwhile. */
export const copyFiles = (files: readonly ContentFile[]): ContentFile[] =>
  files.map((file) => {
    const copy = { ...file, key: randomKey() }
    if (!file.mediaId) waiting.set(copy.key, jobOf(file.key))
    return copy
  })

/** Goes on with one that failed. */
export function retryUpload(key: string) {
  change(jobOf(key), { canRetry: false, problem: undefined })
  void run(jobOf(key))
}

/** Gives it up, and forgets it, unless another file waits for it. */
export function dropUpload(key: string) {
  const id = jobOf(key)
  waiting.delete(key)
  if (![...waiting.values()].includes(id)) end(id)
}

function end(id: string) {
  const job = jobs.get(id)
  if (!job) return
  jobs = new Map([...jobs].filter(([other]) => other !== id))
  if (job.preview) URL.revokeObjectURL(job.preview)
  tell()
  if (job.media) return
  job.canceled.abort()
  // If the server cannot be reached now, it forgets the upload by itself within a day.
  void job.upload?.cancel().catch(() => {})
}

/** Whether the file is on its way to the server, and neither failed nor was interrupted. */
export function isUnderWay(key: string): boolean {
  const job = jobs.get(jobOf(key))
  return job !== undefined && job.problem === undefined
}

/** Returns what `read` returns, and calls it again after each change of an upload. */
export const useUploadState = (read: () => string): string => useSyncExternalStore(subscribe, read)

/** The state of an upload; undefined if this key is not known, as after a reload. */
export const useUploading = (key: string): Uploading | undefined =>
  useSyncExternalStore(subscribe, () => jobs.get(jobOf(key)))

/** What is known of the upload of each key, those that are done too. */
export function useUploads(): (key: string) => Uploading | undefined {
  const known = useSyncExternalStore(subscribe, () => jobs)
  return useCallback((key) => known.get(jobOf(key)), [known])
}

const present = (): string | undefined => {
  const state = session.state()
  return state.status === 'signed-in' ? state.user.uid : undefined
}

/** One after the other for each person, in all their tabs: their connection is one, too. */
async function inTurn(uid: string, work: () => Promise<void>) {
  // Without https a browser has no locks; then it is one after the other on this page.
  if (navigator.locks) await navigator.locks.request(`uploads-${uid}`, work)
  else await (queue = queue.then(work))
}
let queue = Promise.resolve()

async function run(key: string) {
  const job = jobs.get(key)
  if (job) await inTurn(job.uid, () => send(key))
}

/** Loads the code of uploads. Throws NetworkError if it cannot be loaded, so that the person can try again. */
const loadUpload = () =>
  loadIfReachable(() => import('../../../api/upload/upload.ts')).catch((error: unknown) => {
    throw new NetworkError(error)
  })

async function send(key: string) {
  try {
    const { upload } = await loadUpload()
    const job = jobs.get(key)
    if (!job || job.uid !== present()) return
    job.upload ??= upload(job.file, 'library')
    const media = await job.upload.run({
      signal: job.canceled.signal,
      onProgress: (progress) => change(key, { progress }),
      onWaiting: (waiting) => change(key, { waiting }),
    })
    change(key, { media })
  } catch (error) {
    change(key, { problem: errorWords(error), canRetry: isTemporary(error), waiting: false })
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
