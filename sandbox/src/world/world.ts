import { openJournal } from './journal.ts'
import type { WorldEvent } from './events.ts'
import type { Bot, Chat, Member, User } from './model.ts'
import { createRandom, type Random } from './random.ts'
import type { State } from './state.ts'
import { apply } from './state.ts'

export type Listener = (event: WorldEvent) => void

/** People, bots, chats and what was said. */
export type World = {
  readonly state: State
  readonly random: Random
  /** Milliseconds since 1970, moved by `advance`. */
  now(): number
  /** Moves the world's clock forward, so that a day can pass in a test. */
  advance(ms: number): void
  /** Makes an event true: state, journal, then those who listen. */
  commit(event: WorldEvent): void
  /** Tells of every event after it is true; gives the way to stop. */
  listen(listener: Listener): () => void
  /** Resolves once all that happened until now would survive a kill; undefined when it would already. */
  written(): Promise<void> | undefined
  /** Whether the journal was empty, so that the world wants its first people. */
  readonly isNew: boolean
  close(): void
}

export function openWorld(options: { dir: string; seed?: number }): World {
  const { state, journal } = openJournal(options.dir)
  const listeners = new Set<Listener>()
  let ahead = 0

  return {
    state,
    random: createRandom(options.seed),
    isNew: state.users.size === 0,
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms
    },
    commit(event) {
      apply(state, event)
      journal.append(event)
      for (const listener of listeners) listener(event)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    written: () => journal.written(),
    close: () => journal.close(),
  }
}

/** What was asked of the world cannot be: `status` is the HTTP status of the admin API. */
export class Impossible extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export function userOf(world: World, id: number): User {
  const user = world.state.users.get(id)
  if (!user) throw new Impossible(`There is no user ${id}.`, 404)
  return user
}

export function botOf(world: World, id: number): Bot {
  const bot = world.state.bots.get(id)
  if (!bot) throw new Impossible(`There is no bot ${id}.`, 404)
  return bot
}

export function chatOf(world: World, id: number): Chat {
  const chat = world.state.chats.get(id)
  if (!chat) throw new Impossible(`There is no chat ${id}.`, 404)
  return chat
}

export const memberOf = (chat: Chat, userId: number): Member | undefined => chat.members.get(userId)

/** The bot with this username, with or without `@`, in any case. */
export function botNamed(world: World, username: string): Bot | undefined {
  const wanted = username.replace(/^@/, '').toLowerCase()
  return [...world.state.bots.values()].find(
    (bot) => world.state.users.get(bot.id)?.username?.toLowerCase() === wanted,
  )
}
