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
   * Brings a file to the network before the message that shows it. Exactly one try, like `send`, which brings what
   * was not brought before. Left out where the network takes a file only with a message.
   */
  upload?(request: UploadRequest): Promise<UploadOutcome>
  /** How long a handle is named again after its file was brought, in milliseconds; left out: until the network refuses it. */
  readonly keptMs?: number
}

export type UploadRequest = { account: ChannelAccount; file: SendFile; signal: AbortSignal }

/** `handle` names the file in later sends of the same account, until the network forgets it. */
export type UploadOutcome =
  | { kind: 'uploaded'; handle: string }
  | Extract<Outcome, { kind: 'retry' | 'refused' | 'accountLost' }>
