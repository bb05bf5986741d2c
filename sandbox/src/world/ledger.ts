import { hash } from 'node:crypto'
import type { Reading } from './whatsapp/model.ts'

/** A stretch of text that looks different; what else a network says of it stands beside. */
type Entity = { type: string; offset: number; length: number; url?: string; language?: string }

/**
 * What a network accepted from an account of ours at once: a message, or an album of several. Written
 * once, and only `readings` may grow: the judge reads only this. Ids are the network's own, as text.
 */
export type Entry = {
  seq: number
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number
  /** The way in, as the product names its channels. */
  channel: 'telegram-bot' | 'telegram-user' | 'whatsapp'
  accountId: string
  chatId: string
  topicId?: string
  messageIds: string[]
  text: string
  entities: Entity[]
  media?: AcceptedMedia[]
  poll?: { question: string; options: string[] }
  silent?: true
  protected?: true
  /** Where the network cannot read what it carries: what each member read of it. */
  readings?: Reading[]
}

/** A file of an accepted message; `uploaded` when its bytes came with the request, not by a name from before. */
export type AcceptedMedia = { kind: string; sha256: string; bytes: number; uploaded: boolean }

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

/**
 * Equal for equal text, formatting, files and poll; worked out when somebody asks, not while a bench
 * sends.
 */
export function contentHash(entry: Pick<Entry, 'text' | 'entities' | 'media' | 'poll'>): string {
  const { text, entities, media, poll } = entry
  const formatting = entities.length ? JSON.stringify(entities) : ''
  const files = media?.map(({ kind, sha256 }) => `${kind} ${sha256}`) ?? []
  const rest = files.length || poll ? `\0${JSON.stringify([files, poll])}` : ''
  return hash('sha1', `${text}\0${formatting}${rest}`, 'hex').slice(0, 20)
}

export type LedgerFilter = {
  since?: number
  chat?: string | number
  account?: string | number
  limit?: number
}

/** Entries after `since` in the order of acceptance, of one chat or account if asked. */
export function entriesOf(ledger: Ledger, filter: LedgerFilter): Entry[] {
  const first = ledger.entries[0]?.seq ?? 1
  const from = Math.max(0, (filter.since ?? 0) + 1 - first)
  const found: Entry[] = []
  for (let i = from; i < ledger.entries.length; i++) {
    const entry = ledger.entries[i]
    if (!entry || !fits(entry, filter)) continue
    found.push(entry)
    if (filter.limit && found.length >= filter.limit) break
  }
  return found
}

/** Whether an entry is of the chat and of the account that are asked for. */
export const fits = (entry: Entry, { chat, account }: LedgerFilter): boolean =>
  (chat === undefined || entry.chatId === String(chat)) &&
  (account === undefined || entry.accountId === String(account))
