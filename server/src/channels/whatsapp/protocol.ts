/** What the worker that runs the library is started with. */
export type WorkerSettings = {
  /** WhatsApp's own, unless something stands in for it. */
  webSocketUrl?: string
  /** Hex: the key that signs the certificates of the servers, where something stands in for them. */
  rootKey?: string
  /** PEM: what the servers of files show, where something stands in for them. */
  mediaCertificate?: string
  /** The version of WhatsApp Web that it says it is, where the one of the library is too old. */
  version?: readonly [number, number, number]
}

/** A session to open. Its state is read and written through the main thread, sealed by this key. */
export type OpenDevice = {
  device: string
  sessionId: string
  dataKey: Uint8Array
  creds: Uint8Array
  /** The groups that something was sent to. */
  sentTo: readonly string[]
}

/** What members are sent, in the words of the network. */
export type Wire =
  | { kind: 'text'; text: string; linkPreview: boolean }
  | { kind: 'poll'; question: string; options: string[]; multiple: boolean }
  | { kind: 'file'; file: WireFile; caption: string }
  | { kind: 'edit'; of: string; text: string }
  | { kind: 'delete'; of: string }

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
  /** What was kept when it was sent before, sealed: the same goes once more. */
  kept?: Uint8Array
  /** It was tried before. */
  again?: boolean
  /** A hash of what it says, where it must not arrive with other words. */
  said?: string
}

/** What came of it, as far as the wire tells. */
export type Sent =
  | { kind: 'acked' }
  /** The server refused it. */
  | { kind: 'refused'; code: number }
  /** Nothing of it left; `code` where the server refused what is asked before a message is sent, `lost` where it says so of the group. */
  | { kind: 'not sent'; code?: number; lost?: 'kicked' | 'left' | 'not_found'; reason: string }
  | { kind: 'handle' }
  | { kind: 'unknown'; reason: string }

/** A group as the network tells of it. */
export type GroupTold = {
  id: string
  subject: string
  size: number
  /** Whether only admins may post, and whether we are one. */
  adminsOnly: boolean
  admin: boolean
  /** A group that only holds a community together: nobody posts there. */
  community: boolean
}

export type GroupAsked = GroupTold | { id: string; lost: 'kicked' | 'left' | 'not_found' }

/** What the main thread asks of the worker. */
export type WorkerCalls = {
  open(given: OpenDevice): void
  /** `unlink`: the phone is told that this device is no more. Answers once the connection has ended. */
  close(given: { device: string; unlink: boolean }): void
  send(given: SendWire): Sent
  /** Stops waiting for what a send was answered. */
  abandon(given: { device: string; id: string }): void
  upload(given: {
    device: string
    kind: WireFile['kind']
    bytes: Uint8Array
  }): { handle: string } | { code?: number; reason: string }
  groups(given: { device: string }): GroupTold[]
  group(given: { device: string; id: string }): GroupAsked
  pair(given: { device: string; sessionId: string; dataKey: Uint8Array; phone?: string }): void
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
  }): void
}

/** What happens to a device, told by the worker. */
export type DeviceEvent =
  | { kind: 'open'; name: string | undefined }
  /** The connection has ended just now; `closed` follows once its state is written down. */
  | { kind: 'down' }
  /** The connection ended, with the code that the library makes of it, and what the server said with it. */
  | { kind: 'closed'; code: number | undefined; data: Record<string, string>; reason: string }
  | { kind: 'group'; group: GroupAsked }
  | { kind: 'renamed'; id: string; subject: string }
  | { kind: 'scan'; text: string; expiresInMs: number }
  | { kind: 'typeThere'; code: string; expiresInMs: number }
  /** Linked; it logs in with these from now on. */
  | { kind: 'paired'; creds: Uint8Array; number: string; name: string | undefined }

/** A state that only its present owner may write was written by an earlier one. */
export const FENCED = 'This session has a later owner.'
