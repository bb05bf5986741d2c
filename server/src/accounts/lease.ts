import { disagreement, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openSession, type Session } from '../platform/db/session.ts'
import { sharedAccountsOf } from './actions.ts'
import * as owners from './owners-store.ts'

/** How often a process renews its lease, and how long a lease is valid. */
const RENEW_EVERY_MS = seconds(3)
const LEASE_MS = seconds(10)

/** A process that could not renew for this long stops acting, before others may take over. */
const ACTS_FOR_MS = seconds(8)

const RETRY_MS = seconds(1)

/** A clock may be adjusted by so much without counting as set. */
const SET_BACK_MS = seconds(1)

/** This process among those that own accounts. */
export type Lease = {
  /** `processes.id`; another one after the database was lost, 0 meanwhile. */
  readonly processId: number
  /** Whether it may act right now: its lease is fresh. */
  valid(): boolean
  close(): Promise<void>
}

export type LeaseOptions = {
  databaseUrl: string
  roles: readonly string[]
  /** A clock further than this from the database's must not decide what is due: it owns nothing. */
  maxSkewMs: number
  /** The process has a new id, and owns no account yet. */
  onBegin(processId: number): void
  /** Everything was lost with the session: others may own it already. */
  onLost(): void
  /** It may act again after a pause. */
  onResume(): void
}

/**
 * Makes this process one of those that own accounts: it holds an advisory lock on a connection of its
 * own for life and renews a lease. The lock tells a process that ended from one that lives; the lease
 * one that hangs. The lease is measured by the database's clock, the only one that all share.
 */
export async function openLease(ctx: Context, options: LeaseOptions): Promise<Lease> {
  const { clock, log } = ctx
  let session: Session | undefined
  let processId = 0
  let renewedAt = 0
  let triedAt = 0
  let closed = false
  let forget = () => {}

  /** Not valid if it was renewed in the future: the clock was set back, and the age of the lease is unknown. */
  const valid = () => {
    const ageMs = clock.now().getTime() - renewedAt
    return session !== undefined && ageMs >= -SET_BACK_MS && ageMs < ACTS_FOR_MS
  }

  async function begin() {
    const next = await openSession(options.databaseUrl, 'carillon owner')
    const at = clock.now().getTime()
    const processRow = { roles: options.roles, sharedAccounts: sharedAccountsOf(ctx) }
    const me = await owners.registerProcess(next, processRow, LEASE_MS)
    const wrong = disagreement(clock.now(), me.now, options.maxSkewMs)
    if (wrong) await owners.unregisterProcess(next, me.id)
    if (wrong || closed) await next.close()
    if (wrong) throw new Error(wrong)
    if (closed) return
    session = next
    processId = me.id
    renewedAt = triedAt = at
    next.onLost((reason) => lose(next, reason))
    log.info({ process: processId }, 'This process can own accounts now.')
    renewLater()
    options.onBegin(processId)
  }

  function lose(which: Session, reason: string) {
    if (which !== session) return
    session = undefined
    forget()
    log.warn(
      { process: processId, reason },
      'This process lost its lease and its accounts; starting over.',
    )
    processId = 0
    options.onLost()
    void beginAnew()
  }

  function beginAnew(): Promise<void> {
    if (closed) return Promise.resolve()
    return begin().catch((error: Error) => {
      log.error({ reason: error.message }, 'This process cannot own accounts; retrying.')
      forget = clock.later(RETRY_MS, () => void beginAnew())
    })
  }

  function renewLater() {
    // Counted from the last try, not from its answer: a slow database must not use up the lease.
    const sinceMs = Math.max(0, clock.now().getTime() - triedAt)
    forget = clock.later(Math.max(0, RENEW_EVERY_MS - sinceMs), () => void renew())
  }

  async function renew() {
    const mine = session
    if (!mine) return
    const at = (triedAt = clock.now().getTime())
    try {
      const now = await owners.renewLease(mine, processId, LEASE_MS)
      if (mine !== session) return
      // Others removed us because we could not renew, or our clock was set: our lock must be released as well.
      const wrong = now
        ? disagreement(clock.now(), now, options.maxSkewMs)
        : 'Its lease had expired.'
      if (wrong) {
        lose(mine, wrong)
        return await mine.close()
      }
      const could = valid()
      renewedAt = at
      if (!could && valid()) options.onResume()
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'The lease could not be renewed.')
    }
    if (mine === session) renewLater()
  }

  await beginAnew()
  return {
    get processId() {
      return processId
    },
    valid,
    async close() {
      closed = true
      forget()
      const mine = session
      session = undefined
      await mine?.close()
    },
  }
}
