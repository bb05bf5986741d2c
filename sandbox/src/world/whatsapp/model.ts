import type { GroupPicture } from '../group-picture.ts'

/**
 * Somebody on WhatsApp. `lid` is the hidden id that the network prefers since 2025, `pn` the number.
 * Keys are base64.
 */
export type Person = {
  lid: string
  pn: string
  name: string
  /** The person's own key: it signs each device that is linked. */
  identity: { public: string; private: string }
  /** Their own devices, which the sandbox plays: the phone is 0. */
  ownDevices: number[]
  /** Devices that a client of ours is. */
  linked: LinkedDevice[]
  /** What WhatsApp does to the number; absent while it does nothing. */
  trouble?: Trouble
}

/**
 * - cut: its linked devices do not reach WhatsApp.
 * - restricted: they may not log in until then, in milliseconds since 1970.
 * - banned: they may never again, unless it is lifted.
 */
export type Trouble = { kind: 'cut' } | { kind: 'restricted'; until: number } | { kind: 'banned' }

/** What the server knows of a linked device. */
export type LinkedDevice = {
  id: number
  noiseKey: string
  identityKey: string
  registrationId: number
  signedPreKey: { id: number; value: string; signature: string }
  /** What it calls itself. */
  name?: string
  linkedAt?: number
  /** When it last logged in or went, in milliseconds since 1970. */
  seenAt?: number
}

export type Group = {
  /** As `…@g.us`; of an own chat the number of its person. */
  id: string
  /** No group: the chat of a person with themselves. */
  own?: true
  subject: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** Whether its members are called by their hidden id or by their number. */
  addressing: 'lid' | 'pn'
  /** Only admins may post. */
  announce: boolean
  picture?: GroupPicture
  members: Member[]
}

export type Member = { lid: string; admin: boolean }

/** A message on the phone of a member: its content, decrypted with the keys of that phone. */
export type Reading = { lid: string; at: number; content: Content }

/** The content of a message, as the phones show it. */
export type Content = {
  text: string
  /** Who is called by name in it, by the ids that the message has. */
  mentions?: string[]
  poll?: { question: string; options: string[] }
  media?: MediaContent
  linkCard?: LinkCard
  /** It announces an album, whose files come as messages of their own. */
  albumSize?: number
  /** It is a file of the album with this id. */
  albumOf?: string
  /** It edits an earlier message to this text, or deletes it for all. */
  change?: { of: string; text?: string; linkCard?: LinkCard }
}

/** A message as the phones show it now. */
export type Shown = {
  groupId: string
  id: string
  /** Its author. */
  lid: string
  at: number
  text: string
  readers: string[]
  editedAt?: number
  deletedAt?: number
  /** What came with the text, as it was read first. */
  poll?: Content['poll']
  media?: MediaContent
  /** As it was read last. */
  linkCard?: LinkCard
  mentions?: string[]
  albumSize?: number
  albumOf?: string
  /** Instead of a text: a change of the group. */
  service?: GroupChange | { kind: 'created' }
}

/** What is done to a group on a phone. People are named by their hidden ids. */
export type GroupChange =
  | { kind: 'rename'; subject: string }
  | { kind: 'announce'; on: boolean }
  /** Another picture, or none any more. */
  | { kind: 'picture'; has: boolean }
  | { kind: 'add' | 'remove' | 'promote' | 'demote'; lid: string }

/** A file as the phone has it after it was fetched and opened. */
export type MediaContent = {
  kind: string
  mimetype: string
  sha256: string
  bytes: number
  fileName?: string
}

/** The card above a text with a link: phones show the sender's data, and fetch nothing. */
export type LinkCard = {
  url: string
  title: string
  description?: string
  /** Its picture as it came with the message, a JPEG. */
  picture?: { sha256: string; bytes: number }
}

/** Keys and certificates of the servers, base64 and PEM. Stored, because clients are configured to trust them. */
export type ServerSecrets = {
  key: { public: string; private: string }
  certificate: string
  rootKey: string
  media: { key: string; certificate: string }
}
