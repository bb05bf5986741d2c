import type { Chat, ChatMember, Message, Update as TelegramUpdate } from 'grammy/types'
import type { ChatKind, CheckedChat } from '../port/chats.ts'
import type { ChatEvent, Update } from '../port/receiving.ts'
import { lostReasons, rightsOf } from './rights.ts'

/** The kinds of update that we use; Telegram does not send the others. */
export const ALLOWED_UPDATES = ['message', 'channel_post', 'my_chat_member'] as const

/** Telegram sends messages of anonymous admins from this account; only admins can post with it. */
export const GROUP_ANONYMOUS_BOT = '1087968824'

/** Reads the events of an update, for the bot of this username. Pure: the same update gives the same events. */
export function readUpdate(update: TelegramUpdate, username: string): Update {
  return { id: update.update_id, next: update.update_id + 1, events: eventsOf(update, username) }
}

/** Whether a body that arrived at our webhook has the shape of an update. */
export const isUpdate = (body: unknown): body is TelegramUpdate =>
  typeof body === 'object' &&
  body !== null &&
  'update_id' in body &&
  Number.isSafeInteger(body.update_id)

function eventsOf(update: TelegramUpdate, username: string): ChatEvent[] {
  if (update.my_chat_member) {
    const { chat, new_chat_member } = update.my_chat_member
    if (isGroupChat(chat)) return [{ kind: 'chat', chat: membership(chat, new_chat_member) }]
    // In a private chat this means that the person has blocked the bot.
    return new_chat_member.status === 'kicked'
      ? [{ kind: 'ownChatEnded', externalId: String(chat.id), how: 'blocked' }]
      : []
  }
  const message = update.message ?? update.channel_post
  if (!message) return []
  const { chat } = message
  return isGroupChat(chat) ? eventsOfMessage(message, chat, username) : ownChatEvents(message, chat)
}

/** A chat that can be a group; private chats with the bot cannot. */
type GroupChat = Extract<Chat, { type: 'group' | 'supergroup' | 'channel' }>

/** A person pressed Start through our link, or ended it with `/stop`. Their other messages are not read. */
function ownChatEvents(message: Message, chat: Exclude<Chat, GroupChat>): ChatEvent[] {
  if (STOP.test(message.text ?? '')) {
    return [{ kind: 'ownChatEnded', externalId: String(chat.id), how: 'stopped' }]
  }
  const [, , code] = START.exec(message.text ?? '') ?? []
  if (!code) return []
  const name = [chat.first_name, chat.last_name].filter(Boolean).join(' ')
  return [{ kind: 'ownChat', code, externalId: String(chat.id), name }]
}

const isGroupChat = (chat: Chat): chat is GroupChat => chat.type !== 'private'

/** Telegram makes a group a supergroup as it grows; for us it stays a group. */
export const kindOf = ({ type }: { type: GroupChat['type'] }): ChatKind =>
  type === 'channel' ? 'channel' : 'group'

function membership(chat: GroupChat, member: ChatMember): CheckedChat {
  const externalId = String(chat.id)
  if (member.status === 'left' || member.status === 'kicked') {
    const code = member.status
    return { externalId, lost: true, code, reason: lostReasons[code] }
  }
  return {
    externalId,
    lost: false,
    title: chat.title,
    kind: kindOf(chat),
    ...rightsOf(chat, member),
  }
}

function eventsOfMessage(message: Message, chat: GroupChat, username: string): ChatEvent[] {
  const externalId = String(chat.id)
  // Both chats report the migration, in either order; handling it twice is harmless.
  if (message.migrate_to_chat_id) {
    return [{ kind: 'migrated', from: externalId, to: String(message.migrate_to_chat_id) }]
  }
  if (message.migrate_from_chat_id) {
    return [{ kind: 'migrated', from: String(message.migrate_from_chat_id), to: externalId }]
  }
  if (message.new_chat_title) {
    return [{ kind: 'renamed', externalId, title: message.new_chat_title }]
  }
  if (message.new_chat_photo || message.delete_chat_photo) {
    return [{ kind: 'photoChanged', externalId }]
  }
  return [
    ...topicEvents(message, externalId),
    ...startCommands(message, externalId, chat.title, username),
  ]
}

/**
 * Bots cannot list topics; they learn them from service messages. A topic that is older than the bot is learned from a
 * link that its user gives. Messages in it name it only as it was called at first.
 */
function topicEvents(message: Message, externalId: string): ChatEvent[] {
  if (!message.message_thread_id || !message.is_topic_message) return []
  const id = String(message.message_thread_id)
  const topic = (what: { name?: string; closed?: boolean }): ChatEvent[] => [
    { kind: 'topic', externalId, topic: { id, ...what } },
  ]
  if (message.forum_topic_created) {
    return topic({ name: message.forum_topic_created.name, closed: false })
  }
  if (message.forum_topic_edited) {
    const { name } = message.forum_topic_edited
    return name ? topic({ name }) : []
  }
  if (message.forum_topic_closed) return topic({ closed: true })
  if (message.forum_topic_reopened) return topic({ closed: false })
  return []
}

/** `/start CODE`, as Telegram writes it after an invite link, or as a person types it. */
const START = /^\/start(?:@(\w+))?(?:\s+([\w-]{1,64}))?\s*$/i

/** `/stop`, as a person types it to the bot. */
const STOP = /^\/stop(?:@\w+)?\s*$/i

function startCommands(
  message: Message,
  externalId: string,
  title: string,
  username: string,
): ChatEvent[] {
  const match = START.exec(message.text ?? '')
  if (!match) return []
  const [, addressee, code] = match
  if (addressee && addressee.toLowerCase() !== username.toLowerCase()) return []
  return [{ kind: 'linkCode', code: code ?? null, externalId, personId: authorOf(message), title }]
}

/** The author. If it is the chat itself, an anonymous admin wrote it, or it is a channel's post. */
function authorOf(message: Message): string {
  if (message.sender_chat) return String(message.sender_chat.id)
  return message.from ? String(message.from.id) : String(message.chat.id)
}
