import type { GroupPicture } from '../group-picture.ts'
import { createMember, setMember } from './members.ts'
import { postService } from './messages.ts'
import type { Chat, ChatFacts, ChatType } from './model.ts'
import { openPermissions } from './rights.ts'
import { chatOf } from './find.ts'
import { ControlRefusal, type World } from '../world.ts'

// Telegram's own shapes: a supergroup's id starts with -100, and both outgrow 32 bits.
const FIRST_GROUP = -4_900_000_001
const FIRST_SUPERGROUP = -1_002_300_000_001

export type NewChat = {
  title: string
  type: Exclude<ChatType, 'private'> | 'forum'
  ownerId: number
  adminIds?: number[]
  memberIds?: number[]
  username?: string
  topics?: string[]
  photo?: GroupPicture
}

export function createChat(world: World, given: NewChat): Chat {
  const type = given.type === 'forum' ? 'supergroup' : given.type
  const facts: ChatFacts = {
    id: nextChatId(world, type),
    type,
    title: given.title,
    forum: given.type === 'forum',
    ...(given.username ? { username: given.username } : {}),
    ...(given.photo ? { photo: given.photo } : {}),
    permissions: { ...openPermissions },
    slowModeSeconds: 0,
    createdAt: world.now(),
  }
  world.commit({ type: 'chatCreated', chat: facts })
  const chat = chatOf(world, facts.id)
  createMember(world, chat, given.ownerId, { status: 'creator' })
  for (const id of given.adminIds ?? []) createMember(world, chat, id, 'administrator')
  for (const id of given.memberIds ?? []) createMember(world, chat, id, { status: 'member' })
  postService(world, chat, { kind: 'created', title: chat.title }, given.ownerId)
  for (const name of given.topics ?? []) createTopic(world, chat, name, given.ownerId)
  return chat
}

export function renameChat(world: World, chat: Chat, title: string, byUserId: number): void {
  world.commit({ type: 'chatChanged', chatId: chat.id, changes: { title } })
  postService(world, chat, { kind: 'renamed', title }, byUserId)
}

/** Gives the chat another picture, or takes it away. */
export function changePhoto(
  world: World,
  chat: Chat,
  photo: GroupPicture | null,
  byUserId: number,
): void {
  if (!photo && !chat.photo) throw new ControlRefusal('This chat has no photo.', 409)
  world.commit({ type: 'chatChanged', chatId: chat.id, changes: { photo } })
  const service = photo
    ? { kind: 'photoChanged' as const, photo }
    : { kind: 'photoDeleted' as const }
  postService(world, chat, service, byUserId)
}

/** Makes a basic group a supergroup: a new id, everybody moves, the old id answers with the new one. */
export function migrateChat(world: World, old: Chat, byUserId: number): Chat {
  if (old.type !== 'group')
    throw new ControlRefusal('Only a basic group becomes a supergroup.', 409)
  if (old.migratedTo) throw new ControlRefusal('This group is a supergroup already.', 409)
  const id = nextChatId(world, 'supergroup')
  const { members, topics: _t, messages: _m, lastMessageId: _l, pinned: _p, ...facts } = old
  world.commit({
    type: 'chatCreated',
    chat: { ...facts, id, type: 'supergroup', migratedFrom: old.id, createdAt: world.now() },
  })
  const chat = chatOf(world, id)
  for (const member of members.values()) setMember(world, chat, member, byUserId, 'quietly')
  postService(world, old, { kind: 'migratedTo', chatId: id }, byUserId)
  world.commit({ type: 'chatChanged', chatId: old.id, changes: { migratedTo: id } })
  postService(world, chat, { kind: 'migratedFrom', chatId: old.id }, byUserId)
  return chat
}

export function deleteChat(world: World, chat: Chat): void {
  world.commit({ type: 'chatChanged', chatId: chat.id, changes: { deleted: true } })
}

export function createTopic(world: World, chat: Chat, name: string, byUserId: number): number {
  if (!chat.forum) throw new ControlRefusal('Only a forum has topics.', 409)
  const id = chat.lastMessageId + 1
  world.commit({ type: 'topicChanged', chatId: chat.id, topic: { id, name, closed: false } })
  postService(world, chat, { kind: 'topicCreated', name }, byUserId, id)
  return id
}

export type TopicChange = { name?: string; closed?: boolean; deleted?: boolean }

export function changeTopic(
  world: World,
  chat: Chat,
  topicId: number,
  change: TopicChange,
  byUserId: number,
): void {
  const topic = chat.topics.get(topicId)
  if (!topic || topic.deleted) throw new ControlRefusal('There is no such topic in this chat.', 404)
  world.commit({ type: 'topicChanged', chatId: chat.id, topic: { ...topic, ...change } })
  const { name, closed } = change
  if (name !== undefined && name !== topic.name) {
    postService(world, chat, { kind: 'topicEdited', name }, byUserId, topicId)
  }
  if (closed !== undefined && closed !== topic.closed) {
    const kind = closed ? 'topicClosed' : 'topicReopened'
    postService(world, chat, { kind }, byUserId, topicId)
  }
}

/** Turns a group's topics on or off; turned off, the old threads are not found any more. */
export function setForum(world: World, chat: Chat, forum: boolean): void {
  if (chat.type !== 'supergroup')
    throw new ControlRefusal('Only a supergroup can have topics.', 409)
  world.commit({ type: 'chatChanged', chatId: chat.id, changes: { forum } })
}

function nextChatId(world: World, type: ChatType): number {
  let id = type === 'group' ? FIRST_GROUP : FIRST_SUPERGROUP
  while (world.state.telegram.chats.has(id)) id--
  return id
}
