import type { WorldEvent } from '../world/state.ts'
import type { PendingUpdate } from '../world/telegram/events.ts'
import { isAdmin, isIn, type Chat, type Message } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'
import { userJson } from './present-people.ts'
import { chatJson, memberJson, messageJson } from './present.ts'

// The real server deletes updates that were not fetched for a day.
const KEPT_MS = 24 * 3600 * 1000
// Somewhere in the middle, as a real bot's are.
const FIRST_UPDATE_ID = 520_000_001
// Kinds that come only when asked for.
const ON_REQUEST = ['chat_member', 'message_reaction', 'message_reaction_count']

/** Turns events of the world into updates for its bots. */
export function feedUpdates(world: World): () => void {
  return world.listen((event) => {
    if (event.type === 'memberChanged') return tellMember(world, event)
    if (event.type === 'messagePosted' && !event.accepted) return tellMessage(world, event.message)
  })
}

/** What waits for a bot and is not older than a day, oldest first. */
export function pendingOf(world: World, botId: number): PendingUpdate[] {
  const oldest = world.now() - KEPT_MS
  return (
    world.state.telegram.inboxes.get(botId)?.pending.filter((update) => update.at > oldest) ?? []
  )
}

export const updateJson = (update: PendingUpdate): Record<string, unknown> => ({
  update_id: update.id,
  [update.kind]: update.body,
})

function tellMember(world: World, event: Extract<WorldEvent, { type: 'memberChanged' }>): void {
  const { now, byUserId, at, quietly } = event
  const chat = world.state.telegram.chats.get(event.chatId)
  if (!chat || quietly || !world.state.telegram.bots.has(now.userId)) return
  const old = event.old ?? { userId: now.userId, status: 'left' }
  queue(world, now.userId, 'my_chat_member', chat.id, {
    chat: chatJson(chat),
    from: userJson(world, byUserId),
    date: Math.floor(at / 1000),
    old_chat_member: memberJson(world, chat, old),
    new_chat_member: memberJson(world, chat, now),
  })
}

function tellMessage(world: World, message: Message): void {
  const chat = world.state.telegram.chats.get(message.chatId)
  if (!chat) return
  const kind = chat.type === 'channel' ? 'channel_post' : 'message'
  for (const member of chat.members.values()) {
    if (!world.state.telegram.bots.has(member.userId) || !isIn(member)) continue
    if (message.from === member.userId || !receivesMessage(world, chat, message, member.userId))
      continue
    queue(
      world,
      member.userId,
      kind,
      chat.id,
      messageJson(world, chat, message, { botId: member.userId }),
    )
  }
}

/** Privacy mode: a bot that is no admin gets only service messages, commands to it and replies to it. */
function receivesMessage(world: World, chat: Chat, message: Message, botId: number): boolean {
  const { content } = message
  if (content.kind === 'service' || chat.type === 'channel' || chat.person) return true
  if (!world.state.telegram.bots.get(botId)?.privacy || isAdmin(chat.members.get(botId)))
    return true
  const replied = chat.messages.get(message.replyTo ?? 0)
  if (replied?.from === botId) return true
  if (content.kind !== 'text' || !content.text.startsWith('/')) return false
  const addressee = /^\/\w+(?:@(\w+))?/.exec(content.text)?.[1]?.toLowerCase()
  if (addressee) return addressee === world.state.telegram.users.get(botId)?.username?.toLowerCase()
  return lastBotToSpeak(world, chat) === botId
}

// A command that names no bot is for the one that spoke last.
function lastBotToSpeak(world: World, chat: Chat): number | undefined {
  const spoken = [...chat.messages.values()]
  return spoken.findLast((message) => message.from && world.state.telegram.bots.has(message.from))
    ?.from
}

function queue(world: World, botId: number, kind: string, chatId: number, body: unknown): void {
  const inbox = world.state.telegram.inboxes.get(botId)
  if (!inbox) return
  const wanted = inbox.wanted.length ? inbox.wanted.includes(kind) : !ON_REQUEST.includes(kind)
  if (!wanted) return
  const id = inbox.lastUpdateId ? inbox.lastUpdateId + 1 : FIRST_UPDATE_ID
  const update: PendingUpdate = { id, at: world.now(), kind, chatId, body }
  world.commit({ type: 'updateQueued', botId, update })
}
