import type { AcceptedMedia } from '../ledger.ts'
import type { Button, Chat, Content, Entity, Message, Service } from './model.ts'
import { may } from './rights.ts'
import { chatOf, memberOf, userOf } from './find.ts'
import { ControlRefusal, type World } from '../world.ts'

export type Draft = Omit<Message, 'id' | 'at' | 'chatId'>

/** Who sent it, and with which files: what the ledger takes down of a bot's message. */
export type Sender = { botId: number; media?: AcceptedMedia[] }

/** Puts a message into a chat. With `sender` it is a bot's, and the ledger takes it down. */
export function post(world: World, chat: Chat, draft: Draft, sender?: Sender): Message {
  const message = messageOf(world, chat, draft, 1)
  const accepted = sender && { seq: world.state.ledger.lastSeq + 1, ...sender }
  world.commit({ type: 'messagePosted', message, ...(accepted ? { accepted } : {}) })
  return message
}

/** Puts a bot's album into a chat: messages that follow each other, and one entry of the ledger. */
export function postAlbum(world: World, chat: Chat, drafts: Draft[], sender: Sender): Message[] {
  const albumId = String(1 + Math.floor(world.random.fraction() * Number.MAX_SAFE_INTEGER))
  const messages = drafts.map((draft, index) =>
    messageOf(world, chat, { ...draft, albumId }, index + 1),
  )
  const accepted = { seq: world.state.ledger.lastSeq + 1, ...sender }
  world.commit({ type: 'albumPosted', messages, accepted })
  return messages
}

const messageOf = (world: World, chat: Chat, draft: Draft, after: number): Message => ({
  id: chat.lastMessageId + after,
  chatId: chat.id,
  at: world.now(),
  ...draft,
})

export function postService(
  world: World,
  chat: Chat,
  service: Service,
  by: number,
  topicId?: number,
): Message {
  const content: Content = { kind: 'service', service }
  return post(world, chat, {
    content,
    ...(chat.type === 'channel' ? {} : { from: by }),
    ...(topicId ? { topicId } : {}),
  })
}

/** A person types: their message must be one that Telegram would let them send. */
export function say(
  world: World,
  given: { chatId: number; userId: number; text: string; topicId?: number },
): Message {
  const chat = chatOf(world, given.chatId)
  const user = userOf(world, given.userId)
  const member = memberOf(chat, user.id)
  if (!may(chat, member, 'can_send_messages')) {
    throw new ControlRefusal(`${user.firstName} may not write in ${chat.title}.`, 403)
  }
  const topic = given.topicId ? chat.topics.get(given.topicId) : undefined
  if (given.topicId && !topic) throw new ControlRefusal('There is no such topic in this chat.', 404)
  if (topic?.closed && !may(chat, member, 'can_manage_topics')) {
    throw new ControlRefusal('This topic is closed.', 403)
  }
  const wait = slowModeWait(world, chat, user.id)
  if (wait > 0) throw new ControlRefusal(`Slow mode: wait ${Math.ceil(wait / 1000)} s.`, 429)
  return post(world, chat, {
    content: { kind: 'text', text: given.text, entities: typedEntities(given.text) },
    ...(chat.type === 'channel' ? {} : { from: user.id }),
    ...(given.topicId ? { topicId: given.topicId } : {}),
  })
}

export function edit(world: World, message: Message, content: Content, buttons?: Button[][]): void {
  world.commit({
    type: 'messageEdited',
    chatId: message.chatId,
    messageId: message.id,
    at: world.now(),
    content,
    ...(buttons ? { buttons } : {}),
  })
}

function slowModeWait(world: World, chat: Chat, userId: number): number {
  const member = memberOf(chat, userId)
  if (!chat.slowModeSeconds || member?.status !== 'member') return 0
  const mine = [...chat.messages.values()].filter((message) => message.from === userId)
  const last = mine.at(-1)
  return last ? last.at + chat.slowModeSeconds * 1000 - world.now() : 0
}

/** What Telegram's apps mark by themselves in typed text: commands, links and mentions. */
export function typedEntities(text: string): Entity[] {
  const found: Entity[] = []
  const mark = (type: string, pattern: RegExp) => {
    for (const match of text.matchAll(pattern)) {
      const lead = match[1]?.length ?? 0
      found.push({ type, offset: match.index + lead, length: match[0].length - lead })
    }
  }
  mark('bot_command', /(^|\s)\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?/g)
  // A sentence's last mark is no part of the address.
  mark('url', /(^|\s)https?:\/\/\S*[^\s.,!?;:)\]'"]/g)
  mark('mention', /(^|\s)@[A-Za-z0-9_]{4,32}/g)
  return found.sort((a, b) => a.offset - b.offset)
}
