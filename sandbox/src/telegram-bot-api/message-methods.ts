import { setTimeout as sleep } from 'node:timers/promises'
import { flagOf, integerOf, isObject, jsonOf } from './arguments.ts'
import { chatFor, messageFor } from './access.ts'
import { fixText, parseText } from './formatted-text.ts'
import { buttonsOf, linkPreviewOf } from './markup.ts'
import type { Method } from './methods.ts'
import { messageJson } from './present.ts'
import { badRequest } from './refusal.ts'
import { edit, post, postService } from '../world/telegram/messages.ts'
import type { Bot, Chat, Message } from '../world/telegram/model.ts'
import { may } from '../world/telegram/rights.ts'

// A bot may delete what is not older than this, in milliseconds.
const DELETE_WITHIN_MS = 48 * 3600 * 1000
const GENERAL_TOPIC = 1

const sendMessage: Method = (call) => {
  const { world, limiter, bot, args } = call
  const raw = parseText(world, args)
  const linkPreview = linkPreviewOf(args)
  const reply = jsonOf(args, 'reply_parameters', "can't parse reply parameters JSON object")
  const buttons = buttonsOf(args)
  const chat = chatFor(world, bot, args, 'write')
  const topicId = topicFor(chat, integerOf(args, 'message_thread_id', 0))
  const replyTo = repliedIn(chat, reply)
  const content = fixText(raw)
  checkMayWrite(chat, bot, topicId)

  const wait = limiter.take(bot.id, chat)
  if (wait > 0 && wait <= limiter.limits.holdMs) {
    return sleep(wait).then(() => sendMessage(call))
  }
  if (wait > 0) limiter.refuse(bot.id, chat, wait)

  const message = post(
    world,
    chat,
    {
      content,
      ...(chat.type === 'channel' ? {} : { from: bot.id }),
      ...(topicId ? { topicId } : {}),
      ...(replyTo ? { replyTo } : {}),
      ...(buttons ? { buttons } : {}),
      ...(linkPreview ? { linkPreview } : {}),
      ...(flagOf(args, 'disable_notification') ? { silent: true } : {}),
      ...(flagOf(args, 'protect_content') ? { protected: true } : {}),
    },
    bot.id,
  )
  return messageJson(world, chat, message)
}

const editMessageText: Method = ({ world, bot, args }) => {
  const raw = parseText(world, args)
  const buttons = buttonsOf(args)
  if (args['chat_id'] === undefined && args['message_id'] === undefined) {
    throw badRequest('message identifier is not specified')
  }
  const chat = chatFor(world, bot, args, 'edit')
  const message = messageFor(chat, integerOf(args, 'message_id', 0), 'message to edit')
  if (!isOwn(chat, message, bot)) throw badRequest("message can't be edited")
  const content = fixText(raw)
  if (isSame(message, content, buttons)) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    )
  }
  edit(world, message, content, buttons)
  return messageJson(world, chat, chat.messages.get(message.id) ?? message)
}

const deleteMessage: Method = ({ world, bot, args }) => {
  if (args['chat_id'] === undefined) throw badRequest('chat identifier is not specified')
  const id = integerOf(args, 'message_id', 0)
  if (id === 0) throw badRequest('message identifier is not specified')
  const chat = chatFor(world, bot, args, 'write')
  const message = messageFor(chat, id, 'message to delete')
  const member = chat.members.get(bot.id)
  const right = member?.status === 'administrator' && member.rights.can_delete_messages
  const fresh = world.now() - message.at < DELETE_WITHIN_MS
  const allowed = right || (isOwn(chat, message, bot) && fresh)
  if (!allowed) throw badRequest("message can't be deleted")
  world.commit({ type: 'messageDeleted', chatId: chat.id, messageId: message.id })
  return true
}

const pinChatMessage: Method = (call) => pin(call, true)
const unpinChatMessage: Method = (call) => pin(call, false)

function pin({ world, bot, args }: Parameters<Method>[0], pinned: boolean): true {
  const what = pinned ? 'message to pin' : 'message to unpin'
  const chat = chatFor(world, bot, args, 'write')
  const id = integerOf(args, 'message_id', pinned ? 0 : (chat.pinned.at(-1) ?? 0))
  const message = messageFor(chat, id, what)
  const member = chat.members.get(bot.id)
  const channel = chat.type === 'channel'
  const allowed = channel
    ? member?.status === 'administrator' && member.rights.can_edit_messages
    : may(chat, member, 'can_pin_messages')
  if (!allowed) throw badRequest('not enough rights to manage pinned messages in the chat')
  if (chat.pinned.includes(id) === pinned) return true
  world.commit({ type: 'messagePinned', chatId: chat.id, messageId: id, pinned })
  if (pinned) postService(world, chat, { kind: 'pinned', messageId: id }, bot.id, message.topicId)
  return true
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

function checkMayWrite(chat: Chat, bot: Bot, topicId: number | undefined): void {
  const member = chat.members.get(bot.id)
  if (!may(chat, member, 'can_send_messages')) {
    if (chat.type === 'channel') throw badRequest('need administrator rights in the channel chat')
    throw badRequest('not enough rights to send text messages to the chat')
  }
  const closed = chat.forum && chat.topics.get(topicId ?? GENERAL_TOPIC)?.closed
  if (closed && !may(chat, member, 'can_manage_topics')) throw badRequest('TOPIC_CLOSED')
}

const isOwn = (chat: Chat, message: Message, bot: Bot): boolean =>
  message.from === bot.id || (chat.type === 'channel' && message.content.kind === 'text')

const isSame = (message: Message, content: unknown, buttons: unknown): boolean =>
  JSON.stringify([message.content, message.buttons ?? null]) ===
  JSON.stringify([content, buttons ?? null])

export const messageMethods = {
  sendMessage,
  editMessageText,
  deleteMessage,
  pinChatMessage,
  unpinChatMessage,
}
