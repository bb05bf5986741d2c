import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { integerOf, textOf } from './arguments.ts'
import { serveFile } from './chat-photos.ts'
import { createFaultPlan, type FaultPlan } from './fault-plan.ts'
import { createLimiter, type Limiter, type Limits } from './limits.ts'
import { methodTable } from './methods.ts'
import { createPolling } from './polling.ts'
import { Refusal } from './refusal.ts'
import { addressOf, argumentsOf, bodyOf } from './request.ts'
import { answerOf, refusalOf, respond } from './responses.ts'
import { feedUpdates } from './updates.ts'
import { problemsOf } from './validation.ts'
import { createViolations, type Violations } from './violations.ts'
import { createWebhooks } from './webhook.ts'
import type { Bot } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'

export type BotApi = {
  /** Answers a request whose path is `/bot<token>/<method>`. */
  handle(request: IncomingMessage, response: ServerResponse, path: string): void
  readonly limiter: Limiter
  readonly faultPlan: FaultPlan
  readonly violations: Violations
  close(): void
}

/** Telegram's Bot API over a world: as strict as the real server, and refusing in its words. */
export function createBotApi(world: World, limits: Limits): BotApi {
  const violations = createViolations()
  const limiter = createLimiter(
    limits,
    () => world.now(),
    (botId, chatId) => {
      const detail = `chat ${chatId}: sent again before retry_after had passed`
      violations.add({ at: world.now(), kind: 'flood', botId, method: 'sendmessage', detail })
    },
  )
  const faultPlan = createFaultPlan()
  const polling = createPolling(world)
  const webhooks = createWebhooks(world)
  const stopFeeding = feedUpdates(world)

  async function answer(request: IncomingMessage, response: ServerResponse, path: string) {
    const body = await bodyOf(request)
    const address = addressOf(path)
    if (!address) throw new Refusal(404, 'Not Found')
    const bot = botWith(world, address.token)
    if (!bot) throw new Refusal(401, 'Unauthorized')
    const { args, form } = await argumentsOf(request, body)
    const name = address.method || textOf(args, 'method').toLowerCase()
    for (const detail of problemsOf(name, args, form)) {
      violations.add({ at: world.now(), kind: 'parameter', botId: bot.id, method: name, detail })
    }
    const method = methodTable.get(name)
    if (!method) throw new Refusal(404, 'Not Found: method not found')

    const chatId = integerOf(args, 'chat_id', 0)
    const fault = faultPlan.strike({ method: name, botId: bot.id, chatId })
    if (fault?.when === 'before') {
      if (fault.kind !== 'slow') return respond(response, nothing, fault)
      await sleep(fault.amount)
    }
    const clientClosed = () => hangUpOf(response)
    const call = { world, limiter, polling, webhooks, bot, args, clientClosed }
    const result = await answerOf(() => method(call))
    await world.written()
    if (fault?.kind === 'slow' && fault.when === 'after') await sleep(fault.amount)
    respond(response, result, fault?.when === 'after' ? fault : undefined)
  }

  return {
    handle(request, response, path) {
      const [, token = '', file] = /^\/file\/bot([^/]+)\/([^?]+)$/.exec(path) ?? []
      const reader = file === undefined ? undefined : botWith(world, token)
      if (file !== undefined && reader) {
        return serveFile(world, reader, decodeURI(file), response)
      }
      answer(request, response, path).catch((error: unknown) => respond(response, refusalOf(error)))
    },
    limiter,
    faultPlan,
    violations,
    close() {
      stopFeeding()
      polling.close()
      webhooks.close()
    },
  }
}

// A truncated answer is cut from this if the call was not executed.
const nothing = { status: 200, body: '{"ok":true,"result":{"message_id":' }

function botWith(world: World, token: string): Bot | undefined {
  const bot = world.state.telegram.bots.get(Number(token.slice(0, token.indexOf(':'))))
  return bot?.token === token ? bot : undefined
}

function hangUpOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}
