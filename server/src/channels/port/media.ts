import type { Readable } from 'node:stream'
import type { ChannelAccount } from './account.ts'
import type { Outcome } from './sending.ts'

/** Media: where a channel can send more than text. */
export type Media = {
  /** The largest file of each kind that the network takes, in bytes; kinds that are left out it does not take. */
  readonly bytesMax: Readonly<Partial<Record<MediaKind, number>>>
  /** Brings a file to the network before it is sent. Exactly one try, like `send`. */
  upload(request: UploadRequest): Promise<UploadOutcome>
}

export type MediaKind = 'photo' | 'video' | 'document' | 'audio' | 'voice' | 'animation'

export type UploadRequest = {
  account: ChannelAccount
  kind: MediaKind
  fileName: string
  mimeType: string
  bytes: number
  open(): Readable
  signal: AbortSignal
}

/** `handle` names the file in later sends of the same account, until the network forgets it. */
export type UploadOutcome =
  | { kind: 'uploaded'; handle: string; expiresAt?: Date }
  | Exclude<Outcome, { kind: 'sent' | 'retarget' | 'formattingRefused' | 'groupLost' }>
