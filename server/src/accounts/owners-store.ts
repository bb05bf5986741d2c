import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Session } from '../platform/db/session.ts'
import type { Owned } from './port.ts'

// Which process owns which account, and which processes are alive.

/** The advisory locks (class, processes.id) that living processes hold. */
const PROCESS_LOCK = 7261

/** Adds this process and takes its lock in one statement: nobody sees the row without the lock. */
export async function registerProcess(
  session: Session,
  { roles, sharedAccounts }: { roles: readonly string[]; sharedAccounts: readonly string[] },
  leaseMs: number,
): Promise<{ id: number; now: Date }> {
  const [me] = await session.query<{ id: number; now: Date }>(
    `with me as (
       insert into processes (roles, shared_accounts, lease_until, started_at)
       values ($1, $4, clock_timestamp() + make_interval(secs => $2), clock_timestamp())
       returning id)
     select id, clock_timestamp() as now, pg_advisory_lock($3, id::int) from me`,
    [roles, leaseMs / 1_000, PROCESS_LOCK, sharedAccounts],
  )
  return me!
}

export async function unregisterProcess(session: Session, processId: number): Promise<void> {
  await session.query('delete from processes where id = $1', [processId])
}

/** Whether a living process has the token of this operator's bot. */
export async function isServed(reading: Reading, sharedAccount: string): Promise<boolean> {
  const { rows } = await sql`
    select from processes where ${sharedAccount} = any(shared_accounts)
      and lease_until > clock_timestamp() limit 1`.execute(reading.db)
  return rows.length > 0
}

/** Returns the database's time, or undefined when others have removed this process as dead. */
export async function renewLease(
  session: Session,
  processId: number,
  leaseMs: number,
): Promise<Date | undefined> {
  const [renewed] = await session.query<{ now: Date }>(
    `update processes set lease_until = clock_timestamp() + make_interval(secs => $2)
     where id = $1 returning clock_timestamp() as now`,
    [processId, leaseMs / 1_000],
  )
  return renewed?.now
}

// Whether another process has ended (its lock is free) or hangs (its lease has run out).
const hasProcessEnded = (me: number) => sql<boolean>`
  p.id <> ${me} and (p.lease_until < clock_timestamp() or pg_try_advisory_xact_lock(${PROCESS_LOCK}, p.id::int))`

// A former bot without credentials needs no owner, once its lane is empty.
const needed = sql<boolean>`
  (a.credentials is not null or exists (select 1 from lane_entries e where e.account_id = a.id))`

export type Census = {
  /** Accounts that some process must own. */
  accounts: number
  processes: number
  /** Accounts of this process. */
  mine: number
  /** Whether there are processes that ended without unregistering. */
  dead: boolean
  /** Whether some accounts that must be owned have no living owner. */
  free: boolean
  /** Whether this process owns accounts that nobody needs any more. */
  idle: boolean
}

export async function census(reading: Reading, me: number): Promise<Census> {
  const { rows } = await sql<Census>`${prepared}
    select count(*) filter (where ${needed}) as accounts,
      (select count(*) from processes) as processes,
      count(*) filter (where owner = ${me}) as mine,
      exists (select 1 from processes p where ${hasProcessEnded(me)}) as dead,
      coalesce(bool_or((owner is null or not exists (select 1 from processes p where p.id = owner))
        and ${needed}), false) as free,
      coalesce(bool_or(owner = ${me} and not ${needed}), false) as idle
    from accounts a`.execute(reading.db)
  return rows[0]!
}

/** Removes the processes that ended without unregistering: their accounts then have no owner. */
export async function deleteDeadProcesses(tx: Tx, me: number): Promise<void> {
  await sql`delete from processes p where ${hasProcessEnded(me)}`.execute(tx.db)
}

/** Takes accounts that no process owns, at most `most`, each with its next epoch. */
export async function claimAccounts(tx: Tx, me: number, most: number): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    with free as (
      select id from accounts a
      where (owner is null or not exists (select 1 from processes p where p.id = a.owner)) and ${needed}
      order by id limit ${most} for update skip locked)
    update accounts a set owner = ${me}, epoch = epoch + 1 from free where a.id = free.id
    returning a.id, a.channel, a.epoch, a.traits`.execute(tx.db)
  return rows
}

export async function findOwned(reading: Reading, me: number): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    select id, channel, epoch, traits from accounts where owner = ${me}`.execute(reading.db)
  return rows
}

/** Accounts of this process that nobody needs any more. */
export async function findIdle(reading: Reading, me: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts a where owner = ${me} and not ${needed}`.execute(reading.db)
  return rows.map(({ id }) => id)
}

export async function releaseAccounts(
  tx: Tx,
  me: number,
  accounts: readonly { id: string }[],
): Promise<void> {
  await sql`
    update accounts set owner = null
    where owner = ${me} and id = any(${accounts.map(({ id }) => id)}::uuid[])`.execute(tx.db)
}

/** Releases all accounts of this process and removes it. */
export async function retireProcess(tx: Tx, me: number): Promise<void> {
  await sql`update accounts set owner = null where owner = ${me}`.execute(tx.db)
  await sql`delete from processes where id = ${me}`.execute(tx.db)
}

/**
 * Locks the account against being claimed, and returns whether it is still owned with this epoch. An
 * owner calls this before every write except those of deliveries. Not `for share`: two such transactions would both go
 * on to change the account, and wait for each other.
 */
export async function lockOwned(tx: Tx, owned: { id: string; epoch: number }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts where id = ${owned.id} and epoch = ${owned.epoch} for no key update`.execute(
    tx.db,
  )
  return rows.length > 0
}
