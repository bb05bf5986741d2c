import type { MediaKind } from '@carillon/contract/media'
import type { ChannelAccount } from './account.ts'
import type { Outcome, SendFile } from './sending.ts'

export type { MediaKind }

/** Media: where a channel can send more than text. */
export type Media = {
  /** The largest file of each kind that the network takes, in bytes. It does not take kinds that are left out. */
  readonly bytesMax: Readonly<Partial<Record<MediaKind, number>>>
  /** Limits of a photo: width plus height in pixels, and the longer side divided by the shorter one. */
  readonly photo?: { sidesMax: number; ratioMax: number }
  /** Whether it shows several files together. */
  readonly albums: boolean
  /**
   * Uploads a file before the message that shows it. Exactly one try. `send` uploads files that have no handle yet.
   * Left out if the network takes a file only with a message.
   */
  upload?(request: UploadRequest): Promise<UploadOutcome>
  /** How long a handle is used after the upload, in milliseconds; left out: until the network refuses it. */
  readonly keptMs?: number
}

export type UploadRequest = { account: ChannelAccount; file: SendFile; signal: AbortSignal }

/** `handle` names the file in later sends of the same account, until the network deletes the file. */
export type UploadOutcome =
  | { kind: 'uploaded'; handle: string }
  | Extract<Outcome, { kind: 'retry' | 'refused' | 'accountLost' }>
