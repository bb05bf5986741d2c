import type { Delivery, Keys, Provider, Webhook } from '../world/payments/model.ts'
import type { World } from '../world/world.ts'
import { signed } from './signing.ts'

export type Message = Pick<Webhook, 'id' | 'provider' | 'type' | 'body'>

export type Webhooks = {
  /** Takes the messages of one act, in the order in which they happened. */
  queue(messages: Message[], delivery: Delivery): void
  /** Sends a webhook again now, whatever its state; resolves with its new state. */
  sendNow(seq: number): Promise<Webhook | undefined>
  /** Sends what is due; called whenever the clock was moved. */
  pump(): void
  close(): Promise<void>
}

const LATE_MS = 20_000
/** A person tries this for minutes, not hours; the real ones go on for days. */
const ATTEMPTS_MAX = 10
const RETRY_MAX_MS = 60_000
const ANSWER_WITHIN_MS = 10_000

/**
 * Sends webhooks one after another: each until it is taken or given up, with growing waits in between, so that a
 * server that is down gets few requests and no storm when it is back.
 */
export function createWebhooks(world: World, keys: Keys): Webhooks {
  const { payments } = world.state
  const closing = new AbortController()
  let busy: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function pump(): void {
    clearTimeout(timer)
    if (closing.signal.aborted || busy) return
    // Without an address they wait: the first checkout says it.
    const next = nextOf(payments.webhooks, payments.targets)
    if (!next) return
    const wait = next.dueAt - world.now()
    if (wait > 0) {
      timer = setTimeout(pump, Math.min(wait, RETRY_MAX_MS))
      timer.unref()
      return
    }
    busy = attempt(next).finally(() => {
      busy = undefined
      pump()
    })
  }

  async function attempt(webhook: Webhook): Promise<void> {
    const target = payments.targets.get(webhook.provider)
    const outcome = target && (await post(target.url, webhook))
    if (!outcome || !payments.webhooks.has(webhook.seq)) return
    const attempts = webhook.attempts + 1
    const refused = attempts >= ATTEMPTS_MAX ? 'given_up' : 'waiting'
    const status = outcome.taken ? 'delivered' : refused
    const dueAt = world.now() + Math.min(RETRY_MAX_MS, 1_000 * 2 ** webhook.attempts)
    save({ ...webhook, attempts, status, outcome: outcome.words, dueAt })
  }

  /** What came of it; undefined when the sandbox ended meanwhile. */
  async function post(url: string, { id, provider, body }: Webhook) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': agents[provider],
          connection: 'close',
          ...signed(keys, provider, { id, body, at: world.now() }),
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await response.arrayBuffer()
      return { taken: response.ok, words: `It answered ${response.status}.` }
    } catch (error) {
      if (closing.signal.aborted) return undefined
      const late = error instanceof Error && error.name === 'TimeoutError'
      return {
        taken: false,
        words: late ? 'It did not answer in 10 seconds.' : 'It could not be reached.',
      }
    }
  }

  function save(webhook: Webhook): Webhook {
    world.commit({ type: 'webhookSaved', webhook })
    return webhook
  }

  return {
    queue(messages, delivery) {
      for (const message of inOrder(messages, delivery)) {
        save({
          ...message,
          seq: payments.lastSeq + 1,
          dueAt: world.now() + (delivery === 'late' ? LATE_MS : 0),
          attempts: 0,
          status: delivery === 'lost' ? 'lost' : 'waiting',
          outcome: delivery === 'lost' ? 'Lost on purpose.' : null,
        })
      }
      pump()
    },
    async sendNow(seq) {
      while (busy) await busy
      const webhook = payments.webhooks.get(seq)
      if (!webhook || closing.signal.aborted) return undefined
      busy = attempt({ ...webhook, status: 'waiting' }).finally(() => {
        busy = undefined
        pump()
      })
      await busy
      return payments.webhooks.get(seq)
    },
    pump,
    async close() {
      clearTimeout(timer)
      closing.abort()
      await busy
    },
  }
}

const agents: Record<Provider, string> = {
  polar: 'polar.sh webhooks',
  stripe: 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
}

function inOrder(messages: Message[], delivery: Delivery): Message[] {
  if (delivery === 'reversed') return messages.toReversed()
  if (delivery === 'twice') return messages.flatMap((message) => [message, message])
  return messages
}

/** The waiting webhook that is due first; if several are, the one that happened first. */
function nextOf(
  webhooks: ReadonlyMap<number, Webhook>,
  targets: ReadonlyMap<Provider, unknown>,
): Webhook | undefined {
  let next: Webhook | undefined
  for (const webhook of webhooks.values()) {
    if (webhook.status !== 'waiting' || !targets.has(webhook.provider)) continue
    if (!next || webhook.dueAt < next.dueAt) next = webhook
  }
  return next
}
