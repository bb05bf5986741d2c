import type { GroupPicture } from '../group-picture.ts'

/** Someone in the world; a bot is a user too. Ids are Telegram-like: positive, some above 32 bits. */
export type User = {
  id: number
  isBot: boolean
  firstName: string
  lastName?: string
  username?: string
}

export type Bot = {
  id: number
  token: string
  /** With privacy on, a bot that is not an admin sees only commands and service messages of a group. */
  privacy: boolean
}

/** What members without a rank may do, by the Bot API's names. */
export type Permissions = {
  can_send_messages: boolean
  can_send_audios: boolean
  can_send_documents: boolean
  can_send_photos: boolean
  can_send_videos: boolean
  can_send_video_notes: boolean
  can_send_voice_notes: boolean
  can_send_polls: boolean
  can_send_other_messages: boolean
  can_add_web_page_previews: boolean
  can_change_info: boolean
  can_invite_users: boolean
  can_pin_messages: boolean
  can_manage_topics: boolean
}

/** What an administrator may do, by the Bot API's names. */
export type Rights = {
  can_manage_chat: boolean
  can_change_info: boolean
  can_delete_messages: boolean
  can_invite_users: boolean
  can_restrict_members: boolean
  can_pin_messages: boolean
  can_manage_topics: boolean
  can_promote_members: boolean
  can_manage_video_chats: boolean
  can_post_messages: boolean
  can_edit_messages: boolean
}

export type MemberStatus =
  | { status: 'creator' }
  | { status: 'administrator'; rights: Rights }
  | { status: 'member' }
  | { status: 'restricted'; permissions: Permissions; until: number }
  | { status: 'left' }
  | { status: 'kicked' }

/** Somebody who is or was in a chat. A chat that has no record of a bot is unknown to it. */
export type Member = { userId: number } & MemberStatus

/** A forum's thread; its id is the message that opened it. General has no thread id of its own. */
export type Topic = { id: number; name: string; closed: boolean; deleted?: boolean }

export type Entity = {
  type: string
  offset: number
  length: number
  url?: string
  language?: string
  userId?: number
  customEmojiId?: string
}

/** A row of buttons under a message; only links do something in the sandbox. */
export type Button = { text: string; url?: string } & Record<string, unknown>

export type Service =
  | { kind: 'created'; title: string }
  | { kind: 'joined'; userIds: number[] }
  | { kind: 'gone'; userId: number }
  | { kind: 'renamed'; title: string }
  | { kind: 'photoChanged'; photo: GroupPicture }
  | { kind: 'photoDeleted' }
  | { kind: 'migratedTo'; chatId: number }
  | { kind: 'migratedFrom'; chatId: number }
  | { kind: 'pinned'; messageId: number }
  | { kind: 'topicCreated'; name: string }
  | { kind: 'topicEdited'; name: string }
  | { kind: 'topicClosed' }
  | { kind: 'topicReopened' }

export type FileKind = 'photo' | 'video' | 'document' | 'audio' | 'voice' | 'animation'

/** A file that a bot brought. Its bytes are in the world's file store, by their hash. */
export type StoredFile = {
  /** The same for every bot; what a bot calls the file is its own (`file_id`). */
  id: string
  kind: FileKind
  sha256: string
  bytes: number
  mimeType: string
  name?: string
  width?: number
  height?: number
  /** In seconds. */
  duration?: number
  title?: string
  performer?: string
}

export type Poll = {
  question: string
  options: string[]
  anonymous: boolean
  multiple: boolean
  /** The right answers of a quiz, as indexes of `options`. */
  correct?: number[]
}

export type Text = { text: string; entities: Entity[] }

export type Content =
  | ({ kind: 'text' } & Text)
  /** `text` is the caption. */
  | ({ kind: 'media'; fileId: string; spoiler?: true; captionAbove?: true } & Text)
  | { kind: 'poll'; poll: Poll }
  | { kind: 'service'; service: Service }

export type Message = {
  id: number
  chatId: number
  /** When it was accepted: milliseconds since 1970, by the sandbox's clock. */
  at: number
  /** Who wrote it; a channel post has none. */
  from?: number
  topicId?: number
  content: Content
  buttons?: Button[][]
  replyTo?: number
  silent?: boolean
  protected?: boolean
  linkPreview?: Record<string, unknown>
  /** Equal for the messages of one album. */
  albumId?: string
  editedAt?: number
}

export type ChatType = 'group' | 'supergroup' | 'channel' | 'private'

export type ChatFacts = {
  id: number
  type: ChatType
  title: string
  forum: boolean
  username?: string
  /**
   * Of a private chat the person in it. Bots call the chat by the id of that person, so that several bots have the same
   * id for theirs; here each has one of its own.
   */
  person?: User
  /** Null once it was taken away. */
  photo?: GroupPicture | null
  permissions: Permissions
  /** Seconds between two messages of one member without a rank; bots are not held to it. */
  slowModeSeconds: number
  migratedTo?: number
  migratedFrom?: number
  deleted?: boolean
  createdAt: number
}

export type Chat = ChatFacts & {
  members: Map<number, Member>
  topics: Map<number, Topic>
  messages: Map<number, Message>
  lastMessageId: number
  pinned: number[]
}

export const isIn = (member: Member | undefined): member is Member =>
  member !== undefined && member.status !== 'left' && member.status !== 'kicked'

export const isAdmin = (member: Member | undefined): boolean =>
  member?.status === 'creator' || member?.status === 'administrator'
