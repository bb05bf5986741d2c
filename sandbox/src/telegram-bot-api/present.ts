import { chatPhotoJson, photoSizesJson } from './chat-photos.ts'
import { contentJson } from './present-content.ts'
import { userJson } from './present-people.ts'
import {
  isAdmin,
  type Chat,
  type Member,
  type Message,
  type Service,
} from '../world/telegram/model.ts'
import { openPermissions } from '../world/telegram/rights.ts'
import type { World } from '../world/world.ts'

type Json = Record<string, unknown>

export function chatJson(chat: Chat): Json {
  if (chat.person) {
    const { id, firstName, lastName, username } = chat.person
    return {
      id,
      first_name: firstName,
      ...(lastName ? { last_name: lastName } : {}),
      ...(username ? { username } : {}),
      type: 'private',
    }
  }
  return {
    id: chat.id,
    title: chat.title,
    ...(chat.username ? { username: chat.username } : {}),
    ...(chat.forum ? { is_forum: true } : {}),
    type: chat.type,
    ...(chat.type === 'group' ? { all_members_are_administrators: false } : {}),
    ...(chat.type === 'group' ? { accepted_gift_types: noGifts } : {}),
  }
}

const noGifts = {
  unlimited_gifts: false,
  limited_gifts: false,
  unique_gifts: false,
  premium_subscription: false,
  gifts_from_channels: false,
}

/** What getChat answers. */
export function chatFullJson(world: World, chat: Chat, botId: number): Json {
  const pinned = chat.messages.get(chat.pinned.at(-1) ?? 0)
  return {
    ...chatJson(chat),
    ...(chat.photo ? { photo: chatPhotoJson(botId, chat.photo) } : {}),
    ...(chat.username ? { active_usernames: [chat.username] } : {}),
    ...(chat.type === 'channel' || chat.person ? {} : { permissions: chat.permissions }),
    ...(chat.slowModeSeconds ? { slow_mode_delay: chat.slowModeSeconds } : {}),
    ...(pinned ? { pinned_message: messageJson(world, chat, pinned) } : {}),
    accepted_gift_types: noGifts,
    join_to_send_messages: chat.type === 'supergroup',
    max_reaction_count: 11,
    accent_color_id: 0,
  }
}

export function memberJson(world: World, chat: Chat, member: Member): Json {
  const head = { user: userJson(world, member.userId), status: member.status }
  switch (member.status) {
    case 'creator':
      return { ...head, is_anonymous: false }
    case 'administrator':
      return { ...head, can_be_edited: false, is_anonymous: false, ...rightsJson(chat, member) }
    case 'restricted': {
      const until_date = Math.floor(member.until / 1000)
      return { ...head, until_date, ...openPermissions, ...member.permissions, is_member: true }
    }
    case 'kicked':
      return { ...head, until_date: 0 }
    case 'member':
    case 'left':
      return head
  }
}

/** Rights that a kind of chat does not know are left out, as the real server does. */
function rightsJson(chat: Chat, member: Extract<Member, { status: 'administrator' }>): Json {
  const { can_post_messages, can_edit_messages, can_pin_messages, can_manage_topics, ...rights } =
    member.rights
  if (chat.type === 'channel') return { ...rights, can_post_messages, can_edit_messages }
  return {
    ...rights,
    can_pin_messages,
    ...(chat.type === 'supergroup' ? { can_manage_topics } : {}),
    can_manage_voice_chats: rights.can_manage_video_chats,
  }
}

export const administratorsOf = (chat: Chat): Member[] => [...chat.members.values()].filter(isAdmin)

/** `botId`: whose names of files to tell, if not its sender's. `depth` ends a chain of answers. */
export function messageJson(
  world: World,
  chat: Chat,
  message: Message,
  { botId = message.from ?? 0, depth = 0 }: { botId?: number; depth?: number } = {},
): Json {
  const { content, topicId } = message
  const repliedId = message.replyTo ?? (topicId && topicId !== message.id ? topicId : undefined)
  const replied = depth === 0 && repliedId ? chat.messages.get(repliedId) : undefined
  return {
    message_id: message.id,
    ...(message.from ? { from: userJson(world, message.from) } : { sender_chat: chatJson(chat) }),
    chat: chatJson(chat),
    date: Math.floor(message.at / 1000),
    ...(message.editedAt ? { edit_date: Math.floor(message.editedAt / 1000) } : {}),
    ...(message.albumId ? { media_group_id: message.albumId } : {}),
    ...(topicId ? { message_thread_id: topicId, is_topic_message: true } : {}),
    // In a topic every message answers the one that opened it: so bots learn a topic's name.
    ...(replied
      ? { reply_to_message: messageJson(world, chat, replied, { botId, depth: depth + 1 }) }
      : {}),
    ...(message.protected ? { has_protected_content: true } : {}),
    ...(content.kind === 'service'
      ? serviceJson(world, chat, content.service, botId)
      : contentJson(world, content, botId)),
    ...(message.linkPreview ? { link_preview_options: message.linkPreview } : {}),
    ...(message.buttons ? { reply_markup: { inline_keyboard: message.buttons } } : {}),
  }
}

function serviceJson(world: World, chat: Chat, service: Service, botId: number): Json {
  switch (service.kind) {
    case 'created':
      return chat.type === 'group'
        ? { group_chat_created: true }
        : { [`${chat.type}_chat_created`]: true }
    case 'joined': {
      const people = service.userIds.map((id) => userJson(world, id))
      return {
        new_chat_participant: people[0],
        new_chat_member: people[0],
        new_chat_members: people,
      }
    }
    case 'gone': {
      const person = userJson(world, service.userId)
      return { left_chat_participant: person, left_chat_member: person }
    }
    case 'renamed':
      return { new_chat_title: service.title }
    case 'photoChanged':
      return { new_chat_photo: photoSizesJson(botId, service.photo) }
    case 'photoDeleted':
      return { delete_chat_photo: true }
    case 'migratedTo':
      return { migrate_to_chat_id: service.chatId }
    case 'migratedFrom':
      return { migrate_from_chat_id: service.chatId }
    case 'pinned': {
      const pinned = chat.messages.get(service.messageId)
      return pinned ? { pinned_message: messageJson(world, chat, pinned, { depth: 1 }) } : {}
    }
    case 'topicCreated':
      return { forum_topic_created: { name: service.name, icon_color: 0x6fb9f0 } }
    case 'topicEdited':
      return { forum_topic_edited: { name: service.name } }
    case 'topicClosed':
      return { forum_topic_closed: {} }
    case 'topicReopened':
      return { forum_topic_reopened: {} }
  }
}
