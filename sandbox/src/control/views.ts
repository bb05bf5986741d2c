import type { Chat, Message } from '../world/telegram/model.ts'
import { contentHash, type Entry } from '../world/ledger.ts'
import type { World } from '../world/world.ts'

// A view is for looking; the whole history of a chat is in its own list.
const MESSAGES_SHOWN = 200

/** The whole world without its messages. Bot tokens are shown: they open nothing but this sandbox. */
export function worldView(world: World) {
  const { telegram, ledger } = world.state
  const { users, bots, chats } = telegram
  return {
    now: world.now(),
    users: [...users.values()],
    bots: [...bots.values()].map((bot) => ({
      ...bot,
      username: users.get(bot.id)?.username ?? '',
    })),
    chats: [...chats.values()].map(chatView),
    accepted: ledger.lastSeq,
  }
}

export type WorldView = ReturnType<typeof worldView>

export function chatView(chat: Chat) {
  const { members, topics, messages: _, ...facts } = chat
  return { ...facts, members: [...members.values()], topics: [...topics.values()] }
}

export type ChatView = ReturnType<typeof chatView>

/** The last messages of a chat, oldest first. */
export const messagesView = (chat: Chat): Message[] =>
  [...chat.messages.values()].slice(-MESSAGES_SHOWN)

/** A ledger entry with the hash of what it says: equal for equal text and formatting. */
export const entryView = (entry: Entry) => ({ ...entry, hash: contentHash(entry) })

export type EntryView = ReturnType<typeof entryView>
