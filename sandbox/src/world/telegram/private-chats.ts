import { ControlRefusal, type World } from '../world.ts'
import { botOf, chatOf, memberOf, userOf } from './find.ts'
import { createMember, setMember } from './members.ts'
import { post, typedEntities } from './messages.ts'
import { isIn, type Chat } from './model.ts'
import { openPermissions } from './rights.ts'

// Above the ids of groups, and below those of people: nobody outside of the sandbox sees it.
const FIRST_PRIVATE = -1_000_000_001

/** The chat that a person has with a bot alone; none before they have pressed Start. */
export const privateChat = (world: World, botId: number, personId: number): Chat | undefined =>
  [...world.state.telegram.chats.values()].find(
    (chat) => chat.person?.id === personId && chat.members.has(botId),
  )

/** A person presses Start: the bot may write to them from now on, and hears what the link carried. */
export function startBot(
  world: World,
  { botId, personId, payload }: { botId: number; personId: number; payload?: string },
): Chat {
  const chat = privateChat(world, botId, personId) ?? createPrivate(world, botId, personId)
  if (!isIn(memberOf(chat, botId))) {
    setMember(world, chat, { userId: botId, status: 'member' }, personId)
  }
  const text = payload ? `/start ${payload}` : '/start'
  post(world, chat, {
    content: { kind: 'text', text, entities: typedEntities(text) },
    from: personId,
  })
  return chat
}

/** The person stops the bot: it may not write to them until they start it again. */
export function stopBot(world: World, chat: Chat): void {
  if (!chat.person) throw new ControlRefusal('Only in a private chat a bot is stopped.', 409)
  setMember(world, chat, { userId: botIn(world, chat), status: 'kicked' }, chat.person.id)
}

/** The bot of a private chat. */
export const botIn = (world: World, chat: Chat): number =>
  [...chat.members.keys()].find((id) => world.state.telegram.bots.has(id)) ?? 0

function createPrivate(world: World, botId: number, personId: number): Chat {
  const bot = userOf(world, botOf(world, botId).id)
  let id = FIRST_PRIVATE
  while (world.state.telegram.chats.has(id)) id--
  world.commit({
    type: 'chatCreated',
    chat: {
      id,
      type: 'private',
      title: bot.firstName,
      person: userOf(world, personId),
      forum: false,
      permissions: { ...openPermissions, can_pin_messages: true },
      slowModeSeconds: 0,
      createdAt: world.now(),
    },
  })
  const chat = chatOf(world, id)
  createMember(world, chat, personId, { status: 'member' })
  createMember(world, chat, botId, { status: 'member' })
  return chat
}
