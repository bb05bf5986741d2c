import type { Transaction } from 'kysely'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, Tables } from './db/database.ts'
import type { Ids, Random } from './ids.ts'
import type { JobData } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { News } from './news/news.ts'
import type { Secrets } from './secrets.ts'
import type { BlobStore } from './storage/port.ts'

/**
 * What every action is handed: one plain object, made in rooms.ts. A room that offers something to all
 * others (the channels, the sources of messages) adds a field here by declaration merging; the
 * compiler then asks rooms.ts for it.
 */
export interface Context {
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly log: Log
  readonly secrets: Secrets
  readonly storage: BlobStore
  /** For reads outside a transaction. */
  readonly db: Db
  /** One transaction; its news and jobs take effect when it commits, or not at all. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The context of a call by a signed-in person. */
export interface UserContext extends Context {
  readonly user: Caller
}

/** Who the bearer token says is calling. */
export type Caller = {
  /** `users.id`: the token's `sub`. */
  id: string
  email: string | null
  name: string | null
  picture: string | null
  /** The identity session the token belongs to, when the issuer names one. */
  sessionId: string | null
  /** When they last showed who they are, as far as a hosted issuer tells. */
  signedInAt?: Date | undefined
}

/** What takes part in one transaction. */
export interface Tx {
  readonly db: Transaction<Tables>
  /** Tells all processes, after commit, that something changed. Carries a reference, never the thing. */
  publish(...news: News[]): Promise<void>
  /** Wakes whoever listens on the channel, after commit. A hint: losing it costs time, not correctness. */
  wake(channel: WakeChannel, payload: string | readonly string[]): Promise<void>
  /** Enqueues background work that exists if, and only if, this transaction commits. */
  enqueue<N extends keyof JobData>(
    name: N,
    data: JobData[N],
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>
}

/**
 * `schedules`: a next slot changed. `lanes`: an account (its id is the payload) has deliveries.
 * `followups`: one has something to do with what it sent. `accounts`: the credentials or the state of one (its id)
 * changed. `processes`: one joined. `pairings`: that of a connection (its id) was begun anew or ended.
 * `chats`: those of an account (its id) are to be told again.
 */
export type WakeChannel =
  | 'schedules'
  | 'lanes'
  | 'followups'
  | 'accounts'
  | 'processes'
  | 'pairings'
  | 'chats'

/** For store functions that only read: a context and a transaction both fit. */
export type Reading = { readonly db: Db }
