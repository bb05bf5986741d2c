import type { Chat } from '../world/telegram/model.ts'
import { tooManyRequests } from './refusal.ts'

/** How much one bot may send. `null` turns a limit off. The defaults are Telegram's published ones. */
export type Limits = {
  botPerSecond: number | null
  chatPerSecond: number | null
  chatBurst: number
  groupPerMinute: number | null
  /** A request that may be sent within this time is held until then; others are refused at once. The real server holds 8 s. */
  holdMs: number
}

export const telegramLimits: Limits = {
  botPerSecond: 30,
  chatPerSecond: 1,
  chatBurst: 3,
  groupPerMinute: 20,
  holdMs: 0,
}

export const noLimits: Limits = {
  botPerSecond: null,
  chatPerSecond: null,
  chatBurst: 3,
  groupPerMinute: null,
  holdMs: 0,
}

// Calls that were on their way when the refusal was sent are no violation: for this long, and this many.
const GRACE_MS = 1_000
const GRACE_TRIES = 10
// A client that keeps ignoring refusals waits twice as long each time, up to an hour.
const RETRY_AFTER_MAX_SECONDS = 3_600

type Block = { until: number; since: number; tries: number; seconds: number }

export type Limiter = {
  limits: Limits
  /** Milliseconds to wait before so many messages could be taken; 0 counts them as taken. */
  take(botId: number, chat: Chat, messages?: number): number
  /** Refuses what came too early; remembers the block and punishes those who do not wait. */
  refuse(botId: number, chat: Chat, waitMs: number): never
  reset(): void
}

export function createLimiter(
  initial: Limits,
  now: () => number,
  onIgnored: (botId: number, chatId: number) => void,
): Limiter {
  let sent = new Map<string, number[]>()
  let buckets = new Map<string, { tokens: number; at: number }>()
  let blocks = new Map<string, Block>()

  const limiter: Limiter = {
    limits: initial,

    take(botId, chat, messages = 1) {
      const { botPerSecond, chatPerSecond, chatBurst, groupPerMinute } = limiter.limits
      if (botPerSecond === null && chatPerSecond === null && groupPerMinute === null) return 0
      const at = now()
      const key = `${botId}/${chat.id}`
      const blocked = (blocks.get(key)?.until ?? 0) - at
      const wait = Math.max(
        blocked,
        windowWait(sent, `${botId}`, { at, span: 1_000, most: botPerSecond, messages }),
        !isGroup(chat)
          ? 0
          : windowWait(sent, key, { at, span: 60_000, most: groupPerMinute, messages }),
        bucketWait(buckets, key, at, chatPerSecond, chatBurst),
      )
      if (wait > 0) return wait
      const times = Array.from({ length: messages }, () => at)
      if (botPerSecond !== null) sent.get(`${botId}`)?.push(...times)
      if (groupPerMinute !== null && isGroup(chat)) sent.get(key)?.push(...times)
      const bucket = buckets.get(key)
      // An album leaves at once, and the chat then waits for each of its messages.
      if (bucket) bucket.tokens -= messages
      return 0
    },

    refuse(botId, chat, waitMs) {
      const at = now()
      const key = `${botId}/${chat.id}`
      const block = blocks.get(key)
      const seconds = Math.max(1, Math.ceil(waitMs / 1000))
      if (!block || block.until <= at) {
        blocks.set(key, { until: at + seconds * 1000, since: at, tries: 0, seconds })
        throw tooManyRequests(seconds)
      }
      block.tries += 1
      if (at - block.since > GRACE_MS || block.tries > GRACE_TRIES) {
        onIgnored(botId, chat.id)
        block.seconds = Math.min(RETRY_AFTER_MAX_SECONDS, block.seconds * 2)
        block.until = at + block.seconds * 1000
        block.since = at
        block.tries = 0
      }
      throw tooManyRequests(Math.max(1, Math.ceil((block.until - at) / 1000)))
    },

    reset() {
      sent = new Map()
      buckets = new Map()
      blocks = new Map()
    },
  }
  return limiter
}

const isGroup = ({ type }: Chat) => type === 'group' || type === 'supergroup'

type Window = { at: number; span: number; most: number | null; messages: number }

/** Wait until the window of `span` has room again; leaves the list trimmed and present. */
function windowWait(
  sent: Map<string, number[]>,
  key: string,
  { at, span, most, messages }: Window,
): number {
  if (most === null) return 0
  let times = sent.get(key)
  if (!times) sent.set(key, (times = []))
  let old = 0
  while (old < times.length && (times[old] ?? 0) <= at - span) old++
  if (old) times.splice(0, old)
  const first = times[times.length - most + messages - 1]
  return first === undefined ? 0 : first + span - at
}

function bucketWait(
  buckets: Map<string, { tokens: number; at: number }>,
  key: string,
  at: number,
  perSecond: number | null,
  burst: number,
): number {
  if (perSecond === null) return 0
  const bucket = buckets.get(key) ?? { tokens: burst, at }
  bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
  bucket.at = at
  buckets.set(key, bucket)
  // The tolerance is for the rounding of the refill.
  return bucket.tokens >= 1 - 1e-9 ? 0 : ((1 - bucket.tokens) / perSecond) * 1000
}
