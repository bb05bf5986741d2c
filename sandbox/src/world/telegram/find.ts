import { ControlRefusal, type World } from '../world.ts'
import type { Bot, Chat, Member, User } from './model.ts'

export function userOf(world: World, id: number): User {
  const user = world.state.telegram.users.get(id)
  if (!user) throw new ControlRefusal(`There is no user ${id}.`, 404)
  return user
}

export function botOf(world: World, id: number): Bot {
  const bot = world.state.telegram.bots.get(id)
  if (!bot) throw new ControlRefusal(`There is no bot ${id}.`, 404)
  return bot
}

export function chatOf(world: World, id: number): Chat {
  const chat = world.state.telegram.chats.get(id)
  if (!chat) throw new ControlRefusal(`There is no chat ${id}.`, 404)
  return chat
}

export const memberOf = (chat: Chat, userId: number): Member | undefined => chat.members.get(userId)

/** The bot with this username, with or without `@`, in any case. */
export function botNamed(world: World, username: string): Bot | undefined {
  const wanted = username.replace(/^@/, '').toLowerCase()
  return [...world.state.telegram.bots.values()].find(
    (bot) => world.state.telegram.users.get(bot.id)?.username?.toLowerCase() === wanted,
  )
}
