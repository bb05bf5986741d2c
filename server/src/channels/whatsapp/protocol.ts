import type { Compiled } from '../port/sending.ts'

/** What the worker that runs the library is started with. */
export type WorkerSettings = {
  /** WhatsApp's own, unless something stands in for it. */
  webSocketUrl?: string
  /** Hex: the key that signs the certificates of the servers, where something stands in for them. */
  rootKey?: string
  /** PEM: what the servers of files show, where something stands in for them. */
  mediaCertificate?: string
  /** How long each code to scan is good, where it is not the library's own time. */
  scanMs?: number
}

/** How long a file that was brought is named again, in milliseconds: the network keeps files for about a month. */
export const HANDLE_MS = 14 * 86_400_000

/** The version of WhatsApp Web that a connection says it is, where the one of the library is too old. */
type Version = readonly [number, number, number]

/** A session to open. Its state is read and written through the main thread, sealed by this key. */
export type OpenDevice = {
  device: string
  sessionId: string
  dataKey: Uint8Array
  creds: Uint8Array
  /** The groups that something was sent to. */
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

/** What members are sent, in the words of the network. */
export type Wire =
  | { kind: 'text'; text: string; linkPreview: LinkPreview | false; mentionAll?: true }
  | { kind: 'poll'; question: string; options: string[]; multiple: boolean }
  /** `album`: the message that announced the album which it is part of. */
  | { kind: 'file'; file: WireFile; caption: string; album?: string; mentionAll?: true }
  /** Announces that so many files follow, which phones show together. */
  | { kind: 'album'; photos: number; videos: number }
  | { kind: 'edit'; of: string; text: string; linkPreview?: LinkPreview }
  | { kind: 'delete'; of: string }

/** What stands above a text with a link. Its picture goes beside it: what is said is known by the id of that. */
export type LinkPreview = NonNullable<Compiled['linkCard']>

/** A file that was brought to the network before: its handle says where it is, and how it is opened. */
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
  wire: Wire
  /** The picture of its link preview: a small JPEG. */
  linkPicture?: Uint8Array
  /** What was kept when it was sent before, sealed: the same goes once more. */
  kept?: Uint8Array
  /** It was tried before. */
  again?: boolean
  /** A hash of what it says, where it must not arrive with other words. */
  said?: string
  /** The delivery for which members are counted who have it. */
  deliveryId?: string
}

/** What came of it, as far as the wire tells. */
export type Sent =
  | { kind: 'acked' }
  /** The server refused it. */
  | { kind: 'refused'; code: number }
  /** Nothing was sent. `code`: the server refused a question that comes before a message. `lost`: it said that the group is lost. */
  | { kind: 'not sent'; code?: number; lost?: 'kicked' | 'left' | 'not_found'; reason: string }
  | { kind: 'handle' }
  | { kind: 'unknown'; reason: string }

/** A group as the network tells of it. */
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

/** `refused`: the network was there, and did not take the file. */
export type NotBrought = { code?: number; refused?: true; reason: string }

/** The picture of a group: none, the one that is known, or another one. */
export type PhotoReport =
  | { kind: 'none' }
  | { kind: 'same' }
  | { kind: 'photo'; mark: string; bytes: Uint8Array }

/** What the main thread asks of the worker. */
export type WorkerCalls = {
  open(given: OpenDevice): void
  /**
   * `unlink`: the phone is told that this device is no more. Answers once the connection has ended, and whether that was
   * heard; or, of a pairing, that the phone has just linked its device, which is still told then.
   */
  close(given: { device: string; unlink: boolean }): boolean
  send(given: SendWire): Sent
  /** Stops waiting for what a send was answered. */
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

/** What the worker asks of the main thread, which has the database. Each throws when the session has a later owner. */
export type MainCalls = {
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

/** Which members have a message of ours and which have read it, as hashes; `members`: how many could. */
export type MemberReceipts = { id: string; delivered: number[]; read: number[]; members?: number }

/** What happens to a device, told by the worker. */
export type DeviceEvent =
  | { kind: 'open'; name: string | undefined }
  /** The connection has ended just now; `closed` follows once its state is written down. */
  | { kind: 'down' }
  /** The connection ended, with the code that the library makes of it, and what the server said with it. */
  | { kind: 'closed'; code: number | undefined; data: Record<string, string>; reason: string }
  | { kind: 'group'; group: GroupAsked }
  | { kind: 'renamed'; id: string; subject: string }
  | { kind: 'photoChanged'; id: string }
  | { kind: 'receipts'; messages: MemberReceipts[] }
  | { kind: 'scan'; text: string; expiresInMs: number }
  | { kind: 'typeThere'; code: string; expiresInMs: number }
  /** Linked; it logs in with these from now on. */
  | { kind: 'paired'; creds: Uint8Array; number: string; name: string | undefined }

/** A state that only its present owner may write was written by an earlier one. */
export const FENCED = 'This session has a later owner.'
