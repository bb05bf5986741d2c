import type { Pace } from '../../channels/port/sending.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** For how many chats the pace is remembered; above it, chats that may be sent to at once are removed. */
const REMEMBERED_CHATS = 1_000

/** `messages`: how many the network counts of what is sent there; an album counts each of its files. */
export type Chat = { externalId: string; kind: string; messages?: number }

/** How fast one account may send; times are milliseconds since 1970, and it has no clock of its own. */
export type Pacer = {
  /** When the account may send its next message to any chat; Infinity while it must wait for an answer. */
  accountTurn(now: number): number
  /** When this chat may get its next message, regardless of the account. */
  chatTurn(chat: Chat, now: number): number
  /** A message is being sent; `answered` or `unsent` follows. */
  sent(chat: Chat, now: number): void
  /**
   * The network has answered, so the message has arrived by now. Limits are counted from here, because the
   * network counts arrivals, and messages sent a second apart may arrive closer together.
   */
  answered(chat: Chat, now: number): void
  /** It was not sent after all. */
  unsent(chat: Chat): void
  /** A request that is no message, such as an edit, goes out; `requestEnded` follows, with the instant of the answer. */
  requestBegun(now: number): void
  /** It has ended; without an instant nothing was asked. */
  requestEnded(now?: number): void
  /** The network refuses messages to this chat until this time. */
  block(chat: Chat, until: number): void
  /** Until when it refuses; in the past if it does not. */
  blockedUntil(chat: Chat): number
}

/** Starts with the sends of the last minute, because limits continue after a change of owner. */
export function openPacer(pace: Pace, lately: readonly (Chat & { at: number })[] = []): Pacer {
  const account = openGauge(pace.account)
  const chats = new Map<string, ChatGauge>()

  function gaugeOf({ externalId, kind }: Chat, now: number): ChatGauge {
    const known = chats.get(externalId)
    if (known) return known
    if (chats.size >= REMEMBERED_CHATS) forgetIdle(chats, now)
    const limits: Limit[] = [pace.chat]
    // Broadcast channels do not have the limit of groups.
    if (kind !== 'channel') limits.push({ most: pace.groupPerMinute, withinMs: MINUTE_MS })
    const gauge = { ...openGauge(...limits), blockedUntil: 0 }
    chats.set(externalId, gauge)
    return gauge
  }

  for (const { at, ...chat } of lately.toSorted((a, b) => a.at - b.at)) {
    for (const gauge of [account, gaugeOf(chat, at)]) {
      gauge.begin(at, chat.messages)
      gauge.end(at, chat.messages)
    }
  }

  return {
    accountTurn: (now) => account.turn(now),
    chatTurn(chat, now) {
      const gauge = gaugeOf(chat, now)
      return Math.max(gauge.turn(now, chat.messages), gauge.blockedUntil)
    },
    sent(chat, now) {
      account.begin(now, chat.messages)
      gaugeOf(chat, now).begin(now, chat.messages)
    },
    answered(chat, now) {
      account.end(now, chat.messages)
      gaugeOf(chat, now).end(now, chat.messages)
    },
    unsent(chat) {
      account.end(undefined, chat.messages)
      gaugeOf(chat, 0).end(undefined, chat.messages)
    },
    requestBegun: (now) => account.begin(now),
    requestEnded: (now) => account.end(now),
    block(chat, until) {
      const gauge = gaugeOf(chat, until)
      gauge.blockedUntil = Math.max(gauge.blockedUntil, until)
    },
    blockedUntil: ({ externalId }) => chats.get(externalId)?.blockedUntil ?? 0,
  }
}

type ChatGauge = Gauge & { blockedUntil: number }

function forgetIdle(chats: Map<string, ChatGauge>, now: number) {
  for (const [id, gauge] of chats) {
    if (gauge.blockedUntil <= now && gauge.idleAt() <= now) chats.delete(id)
  }
}

/** A rate with a burst, or a maximum within a period. */
type Limit = { perSecond: number; burst: number } | { most: number; withinMs: number }

type Gauge = {
  /** When `count` messages are within the limits; if `count` alone exceeds one, when nothing else counts for it. */
  turn(now: number, count?: number): number
  begin(at: number, count?: number): void
  /** Ends what was begun; without an instant it does not count. */
  end(at?: number, count?: number): void
  /** When nothing that was counted matters any more. */
  idleAt(): number
}

/**
 * Keeps the instants that still matter. A burst is limited twice: by a bucket that fills at its rate, and by
 * a maximum within any second, because networks count in windows.
 */
function openGauge(...limits: Limit[]): Gauge {
  const windows = limits.map((limit) =>
    'most' in limit ? limit : { most: Math.max(1, limit.burst), withinMs: SECOND_MS },
  )
  const rates = limits.filter((limit) => 'perSecond' in limit)
  const keepMs = Math.max(...windows.map(({ withinMs }) => withinMs))
  const keepMost = Math.max(...windows.map(({ most }) => most))
  const unlimited = keepMost === Infinity && rates.every(({ perSecond }) => perSecond === Infinity)
  const ended: number[] = []
  const buckets = rates.map((rate) => openBucket(rate))
  let begun = 0

  return {
    turn(now, count = 1) {
      if (unlimited) return now
      let turn = now
      for (const { most, withinMs } of windows) {
        const room = most - begun - Math.min(count, most)
        if (room < 0) return Infinity
        const first = ended[ended.length - room - 1]
        if (first !== undefined) turn = Math.max(turn, first + withinMs)
      }
      for (const bucket of buckets) turn = Math.max(turn, bucket.turn(now, begun, count))
      return turn
    },
    begin(at, count = 1) {
      if (unlimited) return
      begun += count
      while (ended.length >= keepMost || (ended[0] ?? at) <= at - keepMs) ended.shift()
    },
    end(at, count = 1) {
      if (unlimited) return
      begun -= count
      if (at === undefined) return
      for (let n = 0; n < count; n++) {
        ended.push(at)
        for (const bucket of buckets) bucket.take(at)
      }
    },
    idleAt: () =>
      begun > 0
        ? Infinity
        : Math.max((ended.at(-1) ?? 0) + keepMs, ...buckets.map((bucket) => bucket.fullAt())),
  }
}

/**
 * A token bucket, stored as the instant at which it is full again. Each token taken moves it further away.
 */
function openBucket({ perSecond, burst }: { perSecond: number; burst: number }) {
  const everyMs = SECOND_MS / perSecond
  const depth = Math.max(1, burst) * everyMs
  let fullAt = 0
  return {
    /** When `count` tokens, or as many as the bucket holds, are free after those promised to messages on the wire. */
    turn: (now: number, promised: number, count: number) =>
      Math.max(
        now,
        Math.ceil(
          Math.max(fullAt, now) +
            (promised + Math.min(count, Math.max(1, burst))) * everyMs -
            depth,
        ),
      ),
    take(at: number) {
      fullAt = Math.max(fullAt, at) + everyMs
    },
    fullAt: () => fullAt,
  }
}
