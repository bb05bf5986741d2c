import { flagOf, integerOf, isObject, jsonOf } from './arguments.ts'
import { chatFor } from './access.ts'
import { buttonsOf } from './buttons.ts'
import type { MethodCall } from './methods.ts'
import { badRequest } from './refusal.ts'
import type { Draft } from '../world/telegram/messages.ts'
import type { Chat, FileKind, Permissions } from '../world/telegram/model.ts'
import { may } from '../world/telegram/rights.ts'

const GENERAL_TOPIC = 1

/** The target of a message, and the fields that all kinds of messages have. */
export type PostTarget = { chat: Chat; draft: Omit<Draft, 'content'> }

/** Reads the arguments that all sending methods have; refuses wrong ones in the real server's order. */
export function targetFor({ world, bot, args }: MethodCall): PostTarget {
  const reply = jsonOf(args, 'reply_parameters', "can't parse reply parameters JSON object")
  const buttons = buttonsOf(args)
  const chat = chatFor(world, bot, args, 'write')
  const topicId = topicFor(chat, integerOf(args, 'message_thread_id', 0))
  const replyTo = repliedIn(chat, reply)
  const draft = {
    ...(chat.type === 'channel' ? {} : { from: bot.id }),
    ...(topicId ? { topicId } : {}),
    ...(replyTo ? { replyTo } : {}),
    ...(buttons ? { buttons } : {}),
    ...(flagOf(args, 'disable_notification') ? { silent: true } : {}),
    ...(flagOf(args, 'protect_content') ? { protected: true } : {}),
  }
  return { chat, draft }
}

/** The thread a message goes to. General has none: its number is refused, as the real server does. */
function topicFor(chat: Chat, given: number): number | undefined {
  if (given <= 0 || chat.type !== 'supergroup') return undefined
  if (!chat.forum) {
    // Topics may have been turned off: threads that were topics are gone with them.
    if (chat.topics.has(given)) throw badRequest('message thread not found')
    return undefined
  }
  const topic = chat.topics.get(given)
  if (given === GENERAL_TOPIC || !topic) throw badRequest('message thread not found')
  if (topic.deleted) throw badRequest('TOPIC_DELETED')
  return given
}

function repliedIn(chat: Chat, reply: unknown): number | undefined {
  if (!isObject(reply)) return undefined
  const id = Number(reply['message_id'])
  if (chat.messages.has(id)) return id
  if (reply['allow_sending_without_reply'] === true) return undefined
  throw badRequest('message to be replied not found')
}

/** The right that each kind of content needs, and its name in TDLib's refusals. */
const rights: Record<FileKind | 'text' | 'poll', { right: keyof Permissions; words: string }> = {
  text: { right: 'can_send_messages', words: 'text messages' },
  photo: { right: 'can_send_photos', words: 'photos' },
  video: { right: 'can_send_videos', words: 'videos' },
  document: { right: 'can_send_documents', words: 'documents' },
  audio: { right: 'can_send_audios', words: 'music' },
  voice: { right: 'can_send_voice_notes', words: 'voice notes' },
  animation: { right: 'can_send_other_messages', words: 'animations' },
  poll: { right: 'can_send_polls', words: 'polls' },
}

/** Refuses a kind of content that the bot may not send there. */
export function checkMayPost(
  { bot }: MethodCall,
  { chat, draft }: PostTarget,
  kind: keyof typeof rights,
): void {
  const member = chat.members.get(bot.id)
  const { right, words } = rights[kind]
  if (!may(chat, member, right)) {
    if (chat.type === 'channel') throw badRequest('need administrator rights in the channel chat')
    throw badRequest(`not enough rights to send ${words} to the chat`)
  }
  const closed = chat.forum && chat.topics.get(draft.topicId ?? GENERAL_TOPIC)?.closed
  if (closed && !may(chat, member, 'can_manage_topics')) throw badRequest('TOPIC_CLOSED')
}

/**
 * How long the real server would hold so many messages back, in milliseconds; 0 counts them as sent.
 * What would be held longer than it does is refused.
 */
export function waitFor({ limiter, bot }: MethodCall, chat: Chat, messages = 1): number {
  const wait = limiter.take(bot.id, chat, messages)
  if (wait > limiter.limits.holdMs) limiter.refuse(bot.id, chat, wait)
  return Math.max(0, wait)
}
