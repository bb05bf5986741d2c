import { setTimeout as sleep } from 'node:timers/promises'
import { flagOf, integerOf, jsonOf } from './arguments.ts'
import { chatFor, messageFor } from './access.ts'
import { fixCaption, fixText, parseCaption, parseText } from './formatted-text.ts'
import { buttonsOf, linkPreviewOf } from './buttons.ts'
import type { Method } from './methods.ts'
import { checkMayPost, targetFor, waitFor } from './posting.ts'
import { messageJson } from './present.ts'
import { badRequest } from './refusal.ts'
import { edit, post, postService } from '../world/telegram/messages.ts'
import type { Bot, Chat, Content, Message } from '../world/telegram/model.ts'
import { may } from '../world/telegram/rights.ts'
import type { World } from '../world/world.ts'

// A bot may delete what is not older than this, in milliseconds.
const DELETE_WITHIN_MS = 48 * 3600 * 1000
const DELETED_AT_ONCE_MAX = 100

const sendMessage: Method = (call) => {
  const { world, bot, args } = call
  const raw = parseText(world, args)
  const linkPreview = linkPreviewOf(args)
  const target = targetFor(call)
  const content = { kind: 'text' as const, ...fixText(raw) }
  checkMayPost(call, target, 'text')
  const { chat, draft } = target
  const wait = waitFor(call, chat)
  // After the wait the message may no longer be allowed.
  if (wait > 0) return sleep(wait).then(() => sendMessage(call))
  const given = { ...draft, content, ...(linkPreview ? { linkPreview } : {}) }
  return messageJson(world, chat, post(world, chat, given, { botId: bot.id }))
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
  if (message.content.kind !== 'text') throw badRequest('there is no text in the message to edit')
  const content = { kind: 'text' as const, ...fixText(raw) }
  if (isSame(message, content, buttons)) throw notModified()
  edit(world, message, content, buttons)
  return messageJson(world, chat, chat.messages.get(message.id) ?? message)
}

const editMessageCaption: Method = ({ world, bot, args }) => {
  const raw = parseCaption(world, args)
  const buttons = buttonsOf(args)
  const chat = chatFor(world, bot, args, 'edit')
  const message = messageFor(chat, integerOf(args, 'message_id', 0), 'message to edit')
  if (!isOwn(chat, message, bot)) throw badRequest("message can't be edited")
  const { content: former } = message
  if (former.kind !== 'media') throw badRequest('there is no caption in the message to edit')
  const { captionAbove: _, ...rest } = former
  const above = flagOf(args, 'show_caption_above_media')
  const content: Content = {
    ...rest,
    ...fixCaption(raw),
    ...(above ? { captionAbove: true as const } : {}),
  }
  if (isSame(message, content, buttons)) throw notModified()
  edit(world, message, content, buttons)
  return messageJson(world, chat, chat.messages.get(message.id) ?? message)
}

const deleteMessage: Method = ({ world, bot, args }) => {
  if (args['chat_id'] === undefined) throw badRequest('chat identifier is not specified')
  const id = integerOf(args, 'message_id', 0)
  if (id === 0) throw badRequest('message identifier is not specified')
  const chat = chatFor(world, bot, args, 'write')
  const message = messageFor(chat, id, 'message to delete')
  if (!mayDelete(world, chat, message, bot)) throw badRequest("message can't be deleted")
  world.commit({ type: 'messageDeleted', chatId: chat.id, messageId: message.id })
  return true
}

/** Passes over what is not there any more, as the real server does. */
const deleteMessages: Method = ({ world, bot, args }) => {
  const ids = jsonOf(args, 'message_ids', "can't parse message identifiers JSON array")
  if (!Array.isArray(ids)) throw badRequest('message identifiers are not specified')
  if (ids.length > DELETED_AT_ONCE_MAX) throw badRequest('too many message identifiers specified')
  const chat = chatFor(world, bot, args, 'write')
  const there = ids.flatMap((id) => chat.messages.get(Number(id)) ?? [])
  if (!there.every((message) => mayDelete(world, chat, message, bot))) {
    throw badRequest("message can't be deleted")
  }
  for (const message of there) {
    world.commit({ type: 'messageDeleted', chatId: chat.id, messageId: message.id })
  }
  return true
}

function mayDelete(world: World, chat: Chat, message: Message, bot: Bot): boolean {
  const member = chat.members.get(bot.id)
  const right = member?.status === 'administrator' && member.rights.can_delete_messages
  const fresh = world.now() - message.at < DELETE_WITHIN_MS
  return right || (isOwn(chat, message, bot) && fresh)
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

const notModified = () =>
  badRequest(
    'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  )

const isOwn = (chat: Chat, message: Message, bot: Bot): boolean =>
  message.from === bot.id || (chat.type === 'channel' && message.content.kind !== 'service')

const isSame = (message: Message, content: unknown, buttons: unknown): boolean =>
  JSON.stringify([message.content, message.buttons ?? null]) ===
  JSON.stringify([content, buttons ?? null])

export const messageMethods = {
  sendMessage,
  editMessageText,
  editMessageCaption,
  deleteMessage,
  deleteMessages,
  pinChatMessage,
  unpinChatMessage,
}
