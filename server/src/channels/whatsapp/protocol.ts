import type { Compiled } from '../port/sending.ts'

/** The settings of the worker that runs the library. */
export type WorkerSettings = {
  /** WhatsApp's own address, unless the sandbox stands in for it. */
  webSocketUrl?: string
  /** Hex: the key that signs the certificates of the servers, if the sandbox stands in for them. */
  rootKey?: string
  /** PEM: the certificate of the file servers, if the sandbox stands in for them. */
  mediaCertificate?: string
  /** How long each code to scan is valid, if it is not the library's own time. */
  scanMs?: number
}

/** How long the handle of an uploaded file is used, in milliseconds: the network keeps files for about a month. */
export const HANDLE_MS = 14 * 86_400_000

/** The version of WhatsApp Web to report, if the library's is too old. */
type Version = readonly [number, number, number]

/** A session to open. Its state is read and written through the main thread, sealed by this key. */
export type OpenDevice = {
  device: string
  sessionId: string
  dataKey: Uint8Array
  creds: Uint8Array
  /** The groups that we have sent messages to. */
  sentTo: readonly string[]
  version?: Version
}

/** A device to link. */
export type PairDevice = {
  device: string
  sessionId: string
  dataKey: Uint8Array
  /** Asks for a code to type on the phone with this number. */
  phone?: string
  version?: Version
}

/** A message for members, in the terms of the network. */
export type WireMessage =
  | { kind: 'text'; text: string; linkPreview: LinkPreview | false; mentionAll?: true }
  | { kind: 'poll'; question: string; options: string[]; multiple: boolean }
  /** `album`: the message that announced the album which it is part of. */
  | { kind: 'file'; file: WireFile; caption: string; album?: string; mentionAll?: true }
  /** Announces that so many files follow, which phones show together. */
  | { kind: 'album'; photos: number; videos: number }
  /** `of`: the id of the message that is edited or deleted. */
  | { kind: 'edit'; of: string; text: string; linkPreview?: LinkPreview }
  | { kind: 'delete'; of: string }

/** The card above a text with a link. Its picture is sent separately; the hash of the message has only its id. */
export type LinkPreview = NonNullable<Compiled['linkCard']>

/** An uploaded file: its handle has its location and its keys. */
export type WireFile = {
  kind: 'photo' | 'video' | 'animation' | 'audio' | 'voice' | 'document'
  fileName: string
  mimeType: string
  handle: string
  width?: number
  height?: number
  durationMs?: number
}

export type SendWire = {
  device: string
  id: string
  chat: string
  wire: WireMessage
  /** The picture of its link preview: a small JPEG. */
  linkPicture?: Uint8Array
  /** The sealed message of an earlier try, to be sent again unchanged. */
  earlierMessage?: Uint8Array
  /** It was tried before. */
  again?: boolean
  /** A hash of what it says, if it must not arrive with other words. */
  said?: string
  /** The delivery whose member receipts are counted. */
  deliveryId?: string
}

/** The result, as seen on the wire. */
export type Sent =
  | { kind: 'acked' }
  /** The server refused it. */
  | { kind: 'refused'; code: number }
  /** Nothing was sent. `code`: the server refused a query that precedes the message. `lost`: it reported that the group is lost. */
  | { kind: 'not sent'; code?: number; lost?: 'kicked' | 'left' | 'not_found'; reason: string }
  /** Nothing was sent: the handle of a file cannot be read. */
  | { kind: 'no handle' }
  | { kind: 'unknown'; reason: string }

/** A group as the network reports it. */
export type GroupReport = {
  id: string
  subject: string
  size: number
  /** Whether only admins may post, and whether we are one. */
  adminsOnly: boolean
  admin: boolean
  /** A group that only holds a community together: nobody posts there. */
  community: boolean
}

export type GroupAsked = GroupReport | { id: string; lost: 'kicked' | 'left' | 'not_found' }

/** `refused`: the network answered and did not accept the file. */
export type NotBrought = { code?: number; refused?: true; reason: string }

/** The picture of a group: none, the known one, or another one. */
export type PhotoReport =
  | { kind: 'none' }
  | { kind: 'same' }
  | { kind: 'photo'; mark: string; bytes: Uint8Array }

/** The calls from the main thread to the worker. */
export type WorkerCalls = {
  open(given: OpenDevice): void
  /**
   * Closes the connection. `unlink`: also unlinks the device; returns whether the phone confirmed that. For a pairing:
   * returns whether the phone has just linked the device, so that the event `paired` is still to come.
   */
  close(given: { device: string; unlink: boolean }): boolean
  send(given: SendWire): Sent
  /** Stops waiting for the answer to a send. */
  abandon(given: { device: string; id: string }): void
  upload(given: {
    device: string
    kind: WireFile['kind']
    bytes: Uint8Array
  }): { handle: string } | NotBrought
  groups(given: { device: string }): GroupReport[]
  group(given: { device: string; id: string }): GroupAsked
  photo(given: { device: string; id: string; known: string | null }): PhotoReport
  pair(given: PairDevice): void
}

/** The calls from the worker to the main thread, which has the database. Each throws when the session has a later owner. */
export type MainThreadCalls = {
  'creds.save'(given: { device: string; creds: Uint8Array }): void
  'keys.find'(given: { device: string; names: Uint8Array[] }): {
    name: Uint8Array
    value: Uint8Array
  }[]
  'keys.save'(given: {
    device: string
    names: Uint8Array[]
    sizes: number[]
    bytes: Uint8Array
    deleted: Uint8Array[]
  }): void
  'message.find'(given: { device: string; id: string }): Uint8Array | undefined
  'message.save'(given: {
    device: string
    id: string
    chat: string
    message: Uint8Array
    said?: string
    deliveryId?: string
  }): void
}

/** Which members have got a message of ours and which have read it, as hashes; `members`: of how many. */
export type MemberReceipts = { id: string; delivered: number[]; read: number[]; members?: number }

/** Events of a device, sent by the worker. */
export type DeviceEvent =
  | { kind: 'open'; name: string | undefined }
  /** The connection has just ended; `closed` follows once its state is saved. */
  | { kind: 'down' }
  /** The connection has ended, with the library's code and the attributes that the server sent. */
  | { kind: 'closed'; code: number | undefined; data: Record<string, string>; reason: string }
  | { kind: 'group'; group: GroupAsked }
  | { kind: 'renamed'; id: string; subject: string }
  | { kind: 'photoChanged'; id: string }
  | { kind: 'receipts'; messages: MemberReceipts[] }
  | { kind: 'scan'; text: string; expiresInMs: number }
  | { kind: 'typeThere'; code: string; expiresInMs: number }
  /** Linked; it logs in with these from now on. */
  | { kind: 'paired'; creds: Uint8Array; number: string; name: string | undefined }

/** Thrown when an earlier owner writes a state that only the current owner may write. */
export const FENCED = 'This session has a later owner.'
