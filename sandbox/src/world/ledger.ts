import { hash } from 'node:crypto'
import type { Acceptance } from './events.ts'
import type { Entity, Message } from './model.ts'

/** One message that a network accepted from a bot. Written once, never changed: the judge reads only this. */
export type Entry = {
  seq: number
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number
  botId: number
  chatId: number
  topicId?: number
  messageId: number
  text: string
  entities: Entity[]
  silent?: true
  protected?: true
}

export type Ledger = {
  entries: Entry[]
  lastSeq: number
}

// About 300 MB of short messages; the journal on disk keeps those that memory lets go.
const ENTRIES_KEPT = 1_000_000

export const emptyLedger = (): Ledger => ({ entries: [], lastSeq: 0 })

export function addEntry(ledger: Ledger, entry: Entry): void {
  ledger.entries.push(entry)
  ledger.lastSeq = entry.seq
  if (ledger.entries.length > ENTRIES_KEPT * 1.1) {
    ledger.entries.splice(0, ledger.entries.length - ENTRIES_KEPT)
  }
}

export function entryOf(message: Message, accepted: Acceptance): Entry {
  const text = message.content.kind === 'text' ? message.content.text : ''
  const entities = message.content.kind === 'text' ? message.content.entities : []
  return {
    seq: accepted.seq,
    at: message.at,
    botId: accepted.botId,
    chatId: message.chatId,
    ...(message.topicId ? { topicId: message.topicId } : {}),
    messageId: message.id,
    text,
    entities,
    ...(message.silent ? { silent: true } : {}),
    ...(message.protected ? { protected: true } : {}),
  }
}

/** Equal for equal text and formatting; worked out when somebody asks, not while a bench sends. */
export function contentHash({ text, entities }: Pick<Entry, 'text' | 'entities'>): string {
  const formatting = entities.length ? JSON.stringify(entities) : ''
  return hash('sha1', `${text}\0${formatting}`, 'hex').slice(0, 20)
}

export type LedgerFilter = { since?: number; chat?: number; bot?: number; limit?: number }

/** Entries after `since` in the order of acceptance, of one chat or bot if asked. */
export function entriesOf(ledger: Ledger, filter: LedgerFilter): Entry[] {
  const first = ledger.entries[0]?.seq ?? 1
  const from = Math.max(0, (filter.since ?? 0) + 1 - first)
  const found: Entry[] = []
  for (let i = from; i < ledger.entries.length; i++) {
    const entry = ledger.entries[i]
    if (!entry || (filter.chat && entry.chatId !== filter.chat)) continue
    if (filter.bot && entry.botId !== filter.bot) continue
    found.push(entry)
    if (filter.limit && found.length >= filter.limit) break
  }
  return found
}
