import type { Bot, User } from './model.ts'
import { botOf } from './find.ts'
import type { World } from '../world.ts'

// Above 32 bits, as new Telegram accounts are: an id kept in an int4 fails here already.
const FIRST_PERSON = 7_100_000_001
const FIRST_BOT = 8_200_000_001

/** The human at the screen. */
export const YOU = FIRST_PERSON

export function createUser(
  world: World,
  given: { firstName: string; lastName?: string; username?: string },
): User {
  const user: User = { id: nextId(world, FIRST_PERSON), isBot: false, ...given }
  world.commit({ type: 'userCreated', user })
  return user
}

export function createBot(
  world: World,
  given: { name: string; username?: string; token?: string },
): Bot {
  const id = nextId(world, FIRST_BOT)
  const username = given.username ?? `sandbox_${id - FIRST_BOT + 1}_bot`
  world.commit({ type: 'userCreated', user: { id, isBot: true, firstName: given.name, username } })
  const bot: Bot = { id, token: given.token ?? newToken(world, id), privacy: true }
  world.commit({ type: 'botCreated', bot })
  return bot
}

/** What BotFather's /revoke does: the old token answers 401 from now on. */
export function revokeToken(world: World, botId: number): Bot {
  const bot = botOf(world, botId)
  world.commit({ type: 'botChanged', botId, token: newToken(world, botId) })
  return bot
}

export function setPrivacy(world: World, botId: number, privacy: boolean): void {
  botOf(world, botId)
  world.commit({ type: 'botChanged', botId, privacy })
}

// A BotFather token: the bot's id, a colon, 35 letters.
const newToken = (world: World, botId: number): string => `${botId}:AA${world.random.text(33)}`

function nextId(world: World, first: number): number {
  let id = first
  while (world.state.telegram.users.has(id)) id++
  return id
}
