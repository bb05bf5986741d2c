import type { PendingUpdate, Webhook, WorldEvent } from './events.ts'
import { addEntry, emptyLedger, entryOf, type Ledger } from './ledger.ts'
import type { Bot, Chat, Message, User } from './model.ts'

export type Inbox = {
  lastUpdateId: number
  pending: PendingUpdate[]
  /** Update kinds the bot asked for; empty means the default set. */
  wanted: string[]
  webhook?: Webhook
}

export type State = {
  users: Map<number, User>
  bots: Map<number, Bot>
  chats: Map<number, Chat>
  inboxes: Map<number, Inbox>
  ledger: Ledger
}

export const emptyState = (): State => ({
  users: new Map(),
  bots: new Map(),
  chats: new Map(),
  inboxes: new Map(),
  ledger: emptyLedger(),
})

// A bench may send millions: the phone shows, and edits reach, this many last messages of a chat.
const MESSAGES_KEPT_PER_CHAT = 5_000

// As many as the real server keeps for a bot that does not fetch them.
const UPDATES_KEPT = 100_000

/** Applies one event; the only place that changes state. Unknown things are passed over. */
export function apply(state: State, event: WorldEvent): void {
  switch (event.type) {
    case 'worldReset':
      return reset(state)
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
    case 'messagePosted':
      return applyPosted(state, event)
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
function reset(state: State): void {
  state.users.clear()
  state.bots.clear()
  state.chats.clear()
  state.ledger = emptyLedger()
  for (const inbox of state.inboxes.values()) inbox.pending = []
}

function applyPosted(state: State, event: Extract<WorldEvent, { type: 'messagePosted' }>): void {
  const { message, accepted } = event
  const chat = state.chats.get(message.chatId)
  if (!chat) return
  chat.messages.set(message.id, message)
  chat.lastMessageId = message.id
  if (chat.messages.size > MESSAGES_KEPT_PER_CHAT) chat.messages.delete(oldest(chat.messages))
  if (accepted) addEntry(state.ledger, entryOf(message, accepted))
}

const oldest = (messages: Map<number, Message>): number => messages.keys().next().value ?? 0

type ChatEvent = Extract<
  WorldEvent,
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

function applyToChat(state: State, event: ChatEvent): void {
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
  WorldEvent,
  {
    type: 'updateQueued' | 'updatesConfirmed' | 'updateDelivered' | 'updatesWanted' | 'webhookSet'
  }
>

function applyToInbox(state: State, event: InboxEvent): void {
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
