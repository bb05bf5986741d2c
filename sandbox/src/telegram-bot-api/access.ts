import { textOf, type Args } from './arguments.ts'
import { badRequest, forbidden } from './refusal.ts'
import { isIn, type Bot, type Chat, type Member, type Message } from '../world/telegram/model.ts'
import { privateChat } from '../world/telegram/private-chats.ts'
import type { World } from '../world/world.ts'

/** How much of a chat a method needs, as the real server's check_chat_access tells them apart. */
export type Need = 'read' | 'readMembers' | 'edit' | 'write'

/** The chat a call speaks of, if this bot may touch it that much; else the real server's refusal. */
export function chatFor(world: World, bot: Bot, args: Args, need: Need): Chat {
  const id = textOf(args, 'chat_id')
  if (id === '') throw badRequest('chat_id is empty')
  if (Number(id) > 0) return privateFor(world, bot, Number(id))
  const chat = id.startsWith('@')
    ? chatNamed(world, id)
    : world.state.telegram.chats.get(Number(id))
  const member = chat?.members.get(bot.id)
  // A chat the bot never was in does not exist for it; public ones can be found by name.
  if (!chat || (!member && !chat.username)) throw badRequest('chat not found')
  if (chat.type === 'group') checkGroup(chat, member, need)
  else checkSupergroup(chat, member, need)
  return chat
}

/** A person is known to a bot by what they wrote to it, or by a chat that both are in. */
function privateFor(world: World, bot: Bot, personId: number): Chat {
  const chat = privateChat(world, bot.id, personId)
  if (!chat) {
    const meet = [...world.state.telegram.chats.values()].some(
      ({ members }) => isIn(members.get(bot.id)) && isIn(members.get(personId)),
    )
    if (meet) throw forbidden("bot can't initiate conversation with a user")
    throw badRequest('chat not found')
  }
  if (!isIn(chat.members.get(bot.id))) throw forbidden('bot was blocked by the user')
  return chat
}

function chatNamed(world: World, name: string): Chat | undefined {
  const wanted = name.slice(1).toLowerCase()
  return [...world.state.telegram.chats.values()].find(
    (chat) => chat.username?.toLowerCase() === wanted,
  )
}

function checkGroup(chat: Chat, member: Member | undefined, need: Need): void {
  const write = need === 'write' || need === 'readMembers'
  if (chat.migratedTo && write) {
    throw badRequest('group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.migratedTo,
    })
  }
  if (chat.deleted && write) throw forbidden('the group chat was deleted')
  if (chat.migratedTo || chat.deleted || need === 'read') return
  if (member?.status === 'kicked') throw forbidden('bot was kicked from the group chat')
  if (!isIn(member)) throw forbidden('bot is not a member of the group chat')
}

function checkSupergroup(chat: Chat, member: Member | undefined, need: Need): void {
  const kind = chat.type === 'channel' ? 'channel' : 'supergroup'
  // A deleted supergroup is a stranger to everybody.
  if (chat.deleted) throw badRequest('chat not found')
  if (member?.status === 'kicked') throw forbidden(`bot was kicked from the ${kind} chat`)
  const open = chat.username !== undefined && need === 'read'
  if (!isIn(member) && !open) throw forbidden(`bot is not a member of the ${kind} chat`)
}

/** A message of a chat, or `<what> not found` in the real server's words. */
export function messageFor(chat: Chat, id: number, what: string): Message {
  const message = chat.messages.get(id)
  if (!message) throw badRequest(`${what} not found`)
  return message
}
