import { contentHash, type Entry } from './ledger.ts'

export type Pace = {
  accountPerSecond: number
  chatPerSecond: number
  chatBurst: number
  groupPerMinute: number
}

/** The limits that Telegram publishes for bots. A good client obeys them, also where they are not enforced. */
const telegramBotPace: Pace = {
  accountPerSecond: 30,
  chatPerSecond: 1,
  chatBurst: 3,
  groupPerMinute: 20,
}

/** An expected message: its chat, its text or a part of it, and its earliest time. */
export type Expected = { chatId: string; text: string; topicId?: string; at?: number }

export type Duplicate = { chatId: string; key: string; seqs: number[] }

/**
 * Messages of one chat that say the same within `withinMs` of each other. `key` finds what makes two
 * messages the same in their text (its first group); without it, equal text and formatting do.
 */
export function duplicates(entries: Entry[], withinMs = Infinity, key?: RegExp): Duplicate[] {
  const open = new Map<string, Group>()
  const groups: Group[] = []
  for (const entry of entries) {
    const match = key?.exec(entry.text)
    // Skips what no member could open, and the header of an album.
    if (!entry.text && !entry.media && !entry.poll) continue
    const same = key ? (match?.[1] ?? match?.[0]) : contentHash(entry)
    if (same === undefined) continue
    const place = `${entry.chatId}/${entry.topicId ?? ''}/${same}`
    const known = open.get(place)
    if (known && entry.at - known.lastAt <= withinMs) {
      known.seqs.push(entry.seq)
      known.lastAt = entry.at
      continue
    }
    const group = { chatId: entry.chatId, key: same, seqs: [entry.seq], lastAt: entry.at }
    open.set(place, group)
    groups.push(group)
  }
  return groups
    .filter(({ seqs }) => seqs.length > 1)
    .map(({ chatId, key: same, seqs }) => ({ chatId, key: same, seqs }))
}

type Group = Duplicate & { lastAt: number }

/** Expected messages that are missing. */
export function missing(entries: Entry[], expected: Expected[]): Expected[] {
  const said = finder(entries)
  return expected.filter((wanted) => said(wanted) === undefined)
}

/** How late each expected message came, in milliseconds; negative is early. */
export function lateness(entries: Entry[], expected: Expected[]): number[] {
  const said = finder(entries)
  return expected.flatMap((wanted) => {
    const entry = said(wanted)
    return entry && wanted.at !== undefined ? [entry.at - wanted.at] : []
  })
}

/** Pairs of one chat that came in another order than the expected list has them. */
export function disorder(entries: Entry[], expected: Expected[]): [Expected, Expected][] {
  const said = finder(entries)
  const last = new Map<string, { wanted: Expected; seq: number }>()
  const wrong: [Expected, Expected][] = []
  for (const wanted of expected) {
    const entry = said(wanted)
    if (!entry) continue
    const before = last.get(wanted.chatId)
    if (before && before.seq > entry.seq) wrong.push([before.wanted, wanted])
    else last.set(wanted.chatId, { wanted, seq: entry.seq })
  }
  return wrong
}

/** Finds the first entry with the wanted text: equal to it, else containing it. */
function finder(entries: Entry[]): (wanted: Expected) => Entry | undefined {
  const whole = Map.groupBy(entries, (entry) => `${entry.chatId}/${entry.text}`)
  const chats = Map.groupBy(entries, (entry) => entry.chatId)
  return ({ chatId, text, topicId }) => {
    const there = (entry: Entry) => topicId === undefined || entry.topicId === topicId
    return (
      whole.get(`${chatId}/${text}`)?.find(there) ??
      chats.get(chatId)?.find((entry) => there(entry) && entry.text.includes(text))
    )
  }
}

export type RateViolation = { rule: keyof Pace; accountId: string; chatId?: string; seq: number }

// Messages that are sent a second apart may arrive a little closer together.
const TOLERANCE_MS = 50

/** Messages that came faster than the pace allows, whether the stand-in was told to refuse them or not. */
export function rateViolations(
  entries: Entry[],
  isGroup: (chatId: string) => boolean,
  pace: Pace = telegramBotPace,
  toleranceMs = TOLERANCE_MS,
): RateViolation[] {
  const found: RateViolation[] = []
  const crowded = windows(toleranceMs)
  const drained = buckets(pace, toleranceMs)
  for (const { seq, at, accountId, chatId, messageIds } of entries) {
    const arrival = { at, messages: messageIds.length }
    const chat = `${accountId}/${chatId}`
    if (crowded(accountId, arrival, pace.accountPerSecond, 1_000)) {
      found.push({ rule: 'accountPerSecond', accountId, seq })
    }
    if (drained(chat, arrival)) found.push({ rule: 'chatPerSecond', accountId, chatId, seq })
    if (isGroup(chatId) && crowded(chat, arrival, pace.groupPerMinute, 60_000)) {
      found.push({ rule: 'groupPerMinute', accountId, chatId, seq })
    }
  }
  return found
}

type Arrival = { at: number; messages: number }

/** Whether more than `most` fall into the `span` milliseconds that end now. */
function windows(toleranceMs: number) {
  const sent = new Map<string, number[]>()
  return (key: string, { at, messages }: Arrival, most: number, span: number): boolean => {
    const times = sent.get(key) ?? []
    sent.set(key, times)
    times.push(...Array.from({ length: messages }, () => at))
    while ((times[0] ?? at) <= at - span + toleranceMs) times.shift()
    return times.length > most
  }
}

/** Whether a bucket of `chatBurst`, filled again at `chatPerSecond`, has run dry. */
function buckets({ chatPerSecond, chatBurst }: Pace, toleranceMs: number) {
  const levels = new Map<string, { tokens: number; at: number }>()
  const slack = (toleranceMs / 1_000) * chatPerSecond
  return (key: string, { at, messages }: Arrival): boolean => {
    const level = levels.get(key) ?? { tokens: chatBurst, at }
    levels.set(key, level)
    level.tokens = Math.min(chatBurst, level.tokens + ((at - level.at) / 1_000) * chatPerSecond)
    level.at = at
    const dry = level.tokens < 1 - slack
    // An album leaves at once, and the chat then waits for each of its messages.
    level.tokens = Math.max(0, level.tokens - 1) - (messages - 1)
    return dry
  }
}
