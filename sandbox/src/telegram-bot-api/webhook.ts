import { clampedOf, flagOf, textOf, type Args } from './arguments.ts'
import { badRequest } from './refusal.ts'
import type { PendingUpdate, Webhook } from '../world/telegram/events.ts'
import type { Bot } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'
import { rememberWantedUpdates } from './polling.ts'
import { pendingOf, updateJson } from './updates.ts'

export type Webhooks = {
  set(bot: Bot, args: Args): void
  remove(bot: Bot, args: Args): void
  info(bot: Bot): Record<string, unknown>
  close(): void
}

// The real server's: at once after the first failure, then doubling up to a minute or two.
const RETRY_MAX_MS = 60_000
const ANSWER_WITHIN_MS = 10_000

/** Delivers updates to webhooks: in order within a chat, several chats at the same time, at least once. */
export function createWebhooks(world: World): Webhooks {
  const busy = new Set<string>()
  const fails = new Map<string, number>()
  const timers = new Set<NodeJS.Timeout>()
  let closed = false

  const stopListening = world.listen((event) => {
    if (event.type === 'updateQueued') pump(event.botId)
  })
  for (const botId of world.state.telegram.inboxes.keys()) setImmediate(() => pump(botId))

  function pump(botId: number): void {
    const webhook = world.state.telegram.inboxes.get(botId)?.webhook
    if (closed || !webhook) return
    const first = new Map<number, PendingUpdate>()
    for (const update of pendingOf(world, botId)) {
      if (!first.has(update.chatId)) first.set(update.chatId, update)
    }
    const running = [...busy].filter((key) => key.startsWith(`${botId}/`)).length
    for (const update of [...first.values()].slice(0, webhook.maxConnections - running)) {
      const key = `${botId}/${update.chatId}`
      if (busy.has(key)) continue
      busy.add(key)
      void deliver(botId, webhook, update, key)
    }
  }

  async function deliver(botId: number, webhook: Webhook, update: PendingUpdate, key: string) {
    const problem = await post(webhook, update)
    if (closed) return
    const current = world.state.telegram.inboxes.get(botId)?.webhook
    if (problem === undefined) {
      fails.delete(key)
      busy.delete(key)
      world.commit({ type: 'updateDelivered', botId, updateId: update.id })
      return pump(botId)
    }
    if (current?.url === webhook.url) {
      const lastError = { at: world.now(), message: problem }
      world.commit({ type: 'webhookSet', botId, webhook: { ...current, lastError } })
    }
    const failed = fails.get(key) ?? 0
    fails.set(key, failed + 1)
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        busy.delete(key)
        pump(botId)
      },
      failed === 0 ? 0 : Math.min(RETRY_MAX_MS, 1000 * 2 ** failed),
    )
    timers.add(timer)
  }

  return {
    set(bot, args) {
      const webhook = webhookOf(args)
      if (flagOf(args, 'drop_pending_updates')) dropAll(world, bot.id)
      rememberWantedUpdates(world, bot.id, args)
      world.commit({ type: 'webhookSet', botId: bot.id, webhook })
      pump(bot.id)
    },
    remove(bot, args) {
      if (flagOf(args, 'drop_pending_updates')) dropAll(world, bot.id)
      if (world.state.telegram.inboxes.get(bot.id)?.webhook) {
        world.commit({ type: 'webhookSet', botId: bot.id })
      }
    },
    info(bot) {
      const inbox = world.state.telegram.inboxes.get(bot.id)
      const webhook = inbox?.webhook
      return {
        url: webhook?.url ?? '',
        has_custom_certificate: false,
        pending_update_count: pendingOf(world, bot.id).length,
        ...(webhook?.lastError
          ? {
              last_error_date: Math.floor(webhook.lastError.at / 1000),
              last_error_message: webhook.lastError.message,
            }
          : {}),
        ...(webhook ? { max_connections: webhook.maxConnections, ip_address: '127.0.0.1' } : {}),
        ...(inbox?.wanted.length ? { allowed_updates: inbox.wanted } : {}),
      }
    },
    close() {
      closed = true
      stopListening()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function webhookOf(args: Args): Webhook {
  const secret = textOf(args, 'secret_token')
  if (secret.length > 256) throw badRequest('secret token is too long')
  if (!/^[\w-]*$/.test(secret)) throw badRequest('secret token contains unallowed characters')
  return {
    url: checkedUrl(textOf(args, 'url')),
    ...(secret ? { secret } : {}),
    maxConnections: clampedOf(args, 'max_connections', 40, 1, 100),
  }
}

/** The sandbox calls nobody but this machine, and takes plain HTTP there, which the real one refuses. */
function checkedUrl(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (!url) throw badRequest('invalid webhook URL specified')
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !loopback) {
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  }
  if (!loopback) throw badRequest('bad webhook: Failed to resolve host: Name or service not known')
  return url.href
}

function dropAll(world: World, botId: number): void {
  const below = (world.state.telegram.inboxes.get(botId)?.lastUpdateId ?? 0) + 1
  world.commit({ type: 'updatesConfirmed', botId, below })
}

/** One delivery; undefined when the webhook took it, else what went wrong in the real server's words. */
async function post(webhook: Webhook, update: PendingUpdate): Promise<string | undefined> {
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(webhook.secret ? { 'x-telegram-bot-api-secret-token': webhook.secret } : {}),
      },
      body: JSON.stringify(updateJson(update)),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await response.arrayBuffer()
    if (response.ok) return undefined
    return `Wrong response from the webhook: ${response.status} ${response.statusText}`
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return timedOut ? 'Read timeout expired' : 'Connection refused'
  }
}
