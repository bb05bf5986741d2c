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
 * The first argument of every action: one plain object, made in rooms.ts. A room that offers something to all others
 * (the channels, the sources of messages) adds a field here by declaration merging; the compiler then requires it in
 * rooms.ts.
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

/** The caller, as named by the bearer token. */
export type Caller = {
  /** `users.id`: the token's `sub`. */
  id: string
  email: string | null
  name: string | null
  picture: string | null
  /** The identity session the token belongs to, when the issuer names one. */
  sessionId: string | null
  /** When they last proved their identity, if a hosted issuer reports it. */
  signedInAt?: Date | undefined
}

/** What takes part in one transaction. */
export interface Tx {
  readonly db: Transaction<Tables>
  /** Publishes to all processes, after commit, that something changed: a reference, never the thing itself. */
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
 * The payload is the id of the account or connection.
 * `schedules`: a next slot changed. `lanes`: an account has deliveries. `followups`: an account has follow-ups.
 * `accounts`: the credentials or the state of an account changed. `processes`: a process joined.
 * `pairings`: the pairing of a connection was started again or ended. `chats`: the chats of an account are to be read
 * again.
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

/** For store functions that write with one statement, which needs no transaction but may be in one. */
export type Writing = { readonly db: Db }
