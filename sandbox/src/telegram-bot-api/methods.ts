import type { Args } from './arguments.ts'
import type { Limiter } from './limits.ts'
import type { Polling } from './polling.ts'
import type { Webhooks } from './webhook.ts'
import type { Bot } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'
import { photoMethods } from './chat-photos.ts'
import { chatMethods } from './chat-methods.ts'
import { mediaMethods } from './media-methods.ts'
import { messageMethods } from './message-methods.ts'
import { pollMethods } from './poll-methods.ts'

export type MethodCall = {
  world: World
  limiter: Limiter
  polling: Polling
  webhooks: Webhooks
  bot: Bot
  args: Args
  /** Aborted when the client closes the connection before its answer. */
  clientClosed: () => AbortSignal
}

/** What a method answers as `result`; refusals are thrown. */
export type Method = (call: MethodCall) => unknown

/** The methods by their lower-case name; every other one is the real server's 404. */
export const methodTable: ReadonlyMap<string, Method> = new Map<string, Method>(
  Object.entries({
    ...chatMethods,
    ...photoMethods,
    ...messageMethods,
    ...mediaMethods,
    ...pollMethods,
  }).map(([name, method]) => [name.toLowerCase(), method]),
)
