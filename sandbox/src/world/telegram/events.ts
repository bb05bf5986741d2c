import type { AcceptedMedia } from '../ledger.ts'
import type {
  Bot,
  Button,
  ChatFacts,
  Content,
  Member,
  Message,
  StoredFile,
  Topic,
  User,
} from './model.ts'

/** Who is told of a bot's updates and how; kept with the world so that a restart forgets nothing. */
export type Webhook = {
  url: string
  secret?: string
  maxConnections: number
  lastError?: { at: number; message: string }
}

/** An update that waits for its bot, already in the Bot API's words. */
export type PendingUpdate = { id: number; at: number; kind: string; chatId: number; body: unknown }

/** The additional fields of a ledger entry: its sequence number, and which of its files were uploaded with it. */
export type Acceptance = { seq: number; botId: number; media?: AcceptedMedia[] }

/** Everything that can happen on Telegram. */
export type TelegramEvent =
  | { type: 'userCreated'; user: User }
  | { type: 'botCreated'; bot: Bot }
  | { type: 'botChanged'; botId: number; token?: string; privacy?: boolean }
  | { type: 'chatCreated'; chat: ChatFacts }
  | { type: 'chatChanged'; chatId: number; changes: Partial<ChatFacts> }
  | {
      type: 'memberChanged'
      chatId: number
      byUserId: number
      at: number
      old?: Member
      now: Member
      /** While a chat is created or migrated: no bot gets an update. */
      quietly?: true
    }
  | { type: 'topicChanged'; chatId: number; topic: Topic }
  | { type: 'fileStored'; file: StoredFile }
  | { type: 'messagePosted'; message: Message; accepted?: Acceptance }
  | { type: 'albumPosted'; messages: Message[]; accepted: Acceptance }
  | {
      type: 'messageEdited'
      chatId: number
      messageId: number
      at: number
      content: Content
      buttons?: Button[][]
    }
  | { type: 'messageDeleted'; chatId: number; messageId: number }
  | { type: 'messagePinned'; chatId: number; messageId: number; pinned: boolean }
  | { type: 'updateQueued'; botId: number; update: PendingUpdate }
  | { type: 'updatesConfirmed'; botId: number; below: number }
  | { type: 'updateDelivered'; botId: number; updateId: number }
  | { type: 'updatesWanted'; botId: number; kinds: string[] }
  | { type: 'webhookSet'; botId: number; webhook?: Webhook }
