import type { MediaKind } from '@carillon/contract/media'
import type { ChannelAccount } from './account.ts'
import type { Outcome, SendFile } from './sending.ts'

export type { MediaKind }

/** Media: where a channel can send more than text. */
export type Media = {
  /** The largest file of each kind that the network takes, in bytes; kinds that are left out it does not take. */
  readonly bytesMax: Readonly<Partial<Record<MediaKind, number>>>
  /** What it takes as a photo: width and height together, and how many times one may be the other. */
  readonly photo?: { sidesMax: number; ratioMax: number }
  /** Whether it shows several files together. */
  readonly albums: boolean
  /**
   * Brings a file to the network before it is sent. Exactly one try, like `send`. Left out where a file goes
   * with the first message that shows it.
   */
  upload?(request: UploadRequest): Promise<UploadOutcome>
}

export type UploadRequest = { account: ChannelAccount; file: SendFile; signal: AbortSignal }

/** `handle` names the file in later sends of the same account, until the network forgets it. */
export type UploadOutcome =
  | { kind: 'uploaded'; handle: string; expiresAt?: Date }
  | Exclude<
      Outcome,
      { kind: 'sent' | 'retarget' | 'formattingRefused' | 'handleRefused' | 'groupLost' }
    >
