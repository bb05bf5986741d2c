import type { PendingUpdate, TelegramEvent, Webhook } from './events.ts'
import type { Bot, Chat, Message, StoredFile, User } from './model.ts'

export type Inbox = {
  lastUpdateId: number
  pending: PendingUpdate[]
  /** Update kinds the bot asked for; empty means the default set. */
  wanted: string[]
  webhook?: Webhook
}

export type TelegramState = {
  users: Map<number, User>
  bots: Map<number, Bot>
  chats: Map<number, Chat>
  inboxes: Map<number, Inbox>
  files: Map<string, StoredFile>
}

export const emptyTelegram = (): TelegramState => ({
  users: new Map(),
  bots: new Map(),
  chats: new Map(),
  inboxes: new Map(),
  files: new Map(),
})

// A bench may send millions: the phone shows, and edits reach, this many last messages of a chat.
const MESSAGES_KEPT_PER_CHAT = 5_000

// As many as the real server keeps for a bot that does not fetch them.
const UPDATES_KEPT = 100_000

/** Applies one event; the only place that changes this state. Unknown things are passed over. */
export function applyTelegram(state: TelegramState, event: TelegramEvent): void {
  switch (event.type) {
    case 'userCreated':
      state.users.set(event.user.id, event.user)
      return
    case 'botCreated':
      state.bots.set(event.bot.id, event.bot)
      if (!state.inboxes.has(event.bot.id)) {
        state.inboxes.set(event.bot.id, { lastUpdateId: 0, pending: [], wanted: [] })
      }
      return
    case 'botChanged': {
      const bot = state.bots.get(event.botId)
      if (bot && event.token !== undefined) bot.token = event.token
      if (bot && event.privacy !== undefined) bot.privacy = event.privacy
      return
    }
    case 'chatCreated':
      state.chats.set(event.chat.id, {
        ...event.chat,
        members: new Map(),
        topics: new Map(),
        messages: new Map(),
        lastMessageId: 0,
        pinned: [],
      })
      return
    case 'fileStored':
      state.files.set(event.file.id, event.file)
      return
    case 'messagePosted':
      return applyPosted(state, event.message)
    case 'albumPosted':
      for (const message of event.messages) applyPosted(state, message)
      return
    case 'chatChanged':
    case 'memberChanged':
    case 'topicChanged':
    case 'messageEdited':
    case 'messageDeleted':
    case 'messagePinned':
      return applyToChat(state, event)
    case 'updateQueued':
    case 'updatesConfirmed':
    case 'updateDelivered':
    case 'updatesWanted':
    case 'webhookSet':
      return applyToInbox(state, event)
  }
}

/** Inboxes stay: a bot that comes back goes on counting, and its reader's offset still fits. */
export function resetTelegram(state: TelegramState): void {
  state.users.clear()
  state.bots.clear()
  state.chats.clear()
  state.files.clear()
  for (const inbox of state.inboxes.values()) inbox.pending = []
}

function applyPosted(state: TelegramState, message: Message): void {
  const chat = state.chats.get(message.chatId)
  if (!chat) return
  chat.messages.set(message.id, message)
  chat.lastMessageId = message.id
  if (chat.messages.size > MESSAGES_KEPT_PER_CHAT) chat.messages.delete(oldest(chat.messages))
}

const oldest = (messages: Map<number, Message>): number => messages.keys().next().value ?? 0

type ChatEvent = Extract<
  TelegramEvent,
  {
    type:
      | 'chatChanged'
      | 'memberChanged'
      | 'topicChanged'
      | 'messageEdited'
      | 'messageDeleted'
      | 'messagePinned'
  }
>

function applyToChat(state: TelegramState, event: ChatEvent): void {
  const chat = state.chats.get(event.chatId)
  if (!chat) return
  switch (event.type) {
    case 'chatChanged':
      Object.assign(chat, event.changes)
      return
    case 'memberChanged':
      chat.members.set(event.now.userId, event.now)
      return
    case 'topicChanged':
      chat.topics.set(event.topic.id, event.topic)
      return
    case 'messageEdited': {
      const message = chat.messages.get(event.messageId)
      if (!message) return
      const { buttons: _, ...rest } = message
      chat.messages.set(event.messageId, {
        ...rest,
        content: event.content,
        editedAt: event.at,
        ...(event.buttons ? { buttons: event.buttons } : {}),
      })
      return
    }
    case 'messageDeleted':
      chat.messages.delete(event.messageId)
      chat.pinned = chat.pinned.filter((id) => id !== event.messageId)
      return
    case 'messagePinned':
      chat.pinned = chat.pinned.filter((id) => id !== event.messageId)
      if (event.pinned) chat.pinned.push(event.messageId)
  }
}

type InboxEvent = Extract<
  TelegramEvent,
  {
    type: 'updateQueued' | 'updatesConfirmed' | 'updateDelivered' | 'updatesWanted' | 'webhookSet'
  }
>

function applyToInbox(state: TelegramState, event: InboxEvent): void {
  const inbox = state.inboxes.get(event.botId)
  if (!inbox) return
  switch (event.type) {
    case 'updateQueued':
      inbox.lastUpdateId = event.update.id
      inbox.pending.push(event.update)
      if (inbox.pending.length > UPDATES_KEPT) inbox.pending.shift()
      return
    case 'updatesConfirmed':
      inbox.pending = inbox.pending.filter((update) => update.id >= event.below)
      return
    case 'updateDelivered':
      inbox.pending = inbox.pending.filter((update) => update.id !== event.updateId)
      return
    case 'updatesWanted':
      inbox.wanted = event.kinds
      return
    case 'webhookSet':
      if (event.webhook) inbox.webhook = event.webhook
      else delete inbox.webhook
  }
}
