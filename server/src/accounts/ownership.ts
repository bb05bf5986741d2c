import { seconds } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import type { Listener } from '../platform/news/listener.ts'
import { openLease } from './lease.ts'
import type { OnChange, Owned, Ownership } from './port.ts'
import { fairShare } from './rules.ts'
import * as owners from './owners-store.ts'

/** How soon the accounts of a process that was killed are claimed by another. */
const CLAIM_EVERY_MS = seconds(1)

/** The longest wait for sends that are under way before an account is released anyway. */
const RELEASE_WITHIN_MS = seconds(25)

/** The share of the remaining time that each listener but the last gets, when several release an account one after another. */
const SHARE_OF_TIME_LEFT = 0.8

/** After the database was away: the longest wait for lanes to record their outcomes before claiming again. */
const RECORD_WITHIN_MS = seconds(5)

export type OwnershipOptions = {
  databaseUrl: string
  listener: Listener
  roles: readonly string[]
  /** Recovers what earlier owners left unfinished, in the transaction that claims. */
  recover(ctx: Context, tx: Tx, claimed: readonly Owned[]): Promise<void>
  /** How far the clock may be from the database's; left out: any clock is accepted, such as a test's. */
  maxSkewMs?: number
}

type Leaving = Owned & { isDone: boolean }

/**
 * Makes this process own accounts: those without a living owner are claimed, each with the next epoch,
 * as many as is fair among the processes; those above that are released when another process joins.
 */
export async function openOwnership(ctx: Context, options: OwnershipOptions): Promise<Ownership> {
  const { clock, log } = ctx
  const callbacks = new Set<OnChange>()
  const owned = new Map<string, Owned>()
  /** Accounts that are being released: done when the last of their sends has ended. */
  const leaving = new Map<string, Leaving>()
  let closing = false
  let recorded: Promise<void> = Promise.resolve()

  const lease = await openLease(ctx, {
    databaseUrl: options.databaseUrl,
    roles: options.roles,
    maxSkewMs: options.maxSkewMs ?? Infinity,
    onBegin: (me) => void join(me).catch(complain),
    onLost() {
      const lost = [...owned.values()]
      owned.clear()
      leaving.clear()
      recorded = callListeners([], lost, [...callbacks], RECORD_WITHIN_MS)
    },
    onResume() {
      void callListeners([], [])
      // A pass that ran while this process could not act has found nothing.
      wake()
    },
  })

  /** Notifies the other processes, so that they release this process's share. */
  async function join(me: number) {
    await ctx.transaction((tx) => tx.wake('processes', String(me)))
    wake()
  }

  let running: Promise<void> | undefined
  let again = false
  /** Claims and releases accounts: one pass at a time, and another after it if asked for meanwhile. */
  function wake() {
    again = true
    if (running || closing) return
    running = runPasses()
  }

  async function runPasses(): Promise<void> {
    again = false
    await pass().catch(complain)
    // Cleared in the same tick as this check: with an await in between, a call of `wake` could be lost.
    if (again && !closing) return runPasses()
    running = undefined
    return undefined
  }

  function complain(error: Error) {
    log.warn({ reason: error.message }, 'Claiming or releasing accounts failed. It is tried again.')
  }

  async function pass() {
    await recorded
    if (!lease.valid()) return
    const me = lease.processId
    const census = await owners.census(ctx, me)
    if (census.mine !== owned.size + leaving.size) await adopt(me)
    if (census.idle) {
      const idle = await owners.findIdle(ctx, me)
      startRelease(idle.flatMap((id) => owned.get(id) ?? []))
    }
    const share = fairShare(census)
    if (owned.size > share) startRelease([...owned.values()].slice(share))
    await finishRelease(me)
    if (census.dead || (census.free && owned.size < share)) await claim(me)
  }

  async function claim(me: number) {
    const claimed = await ctx.transaction(async (tx) => {
      await owners.deleteDeadProcesses(tx, me)
      const most = fairShare(await owners.census(tx, me)) - owned.size
      if (most <= 0) return []
      const accounts = await owners.claimAccounts(tx, me, most)
      if (accounts.length > 0) await options.recover(ctx, tx, accounts)
      return accounts
    })
    gain(me, claimed)
  }

  /** Takes accounts whose claim was committed although its answer was lost. */
  async function adopt(me: number) {
    const mine = await owners.findOwned(ctx, me)
    gain(
      me,
      mine.filter(({ id }) => !owned.has(id) && !leaving.has(id)),
    )
  }

  function gain(me: number, accounts: readonly Owned[]) {
    // The lease was lost meanwhile: another process may claim these accounts.
    if (me !== lease.processId || accounts.length === 0) return
    for (const account of accounts) owned.set(account.id, account)
    log.info({ process: me, accounts: accounts.length }, 'Claimed accounts.')
    void callListeners(accounts, [])
  }

  function startRelease(accounts: readonly Owned[]) {
    if (accounts.length === 0) return
    const going = accounts.map((account): Leaving => ({ ...account, isDone: false }))
    for (const account of going) {
      owned.delete(account.id)
      leaving.set(account.id, account)
    }
    void callOneByOne(accounts).then(() => {
      for (const account of going) account.isDone = true
      wake()
    })
  }

  /** Part of every pass, so that one which fails is tried again. */
  async function finishRelease(me: number) {
    const accounts = [...leaving.values()].filter(({ isDone }) => isDone)
    if (accounts.length === 0 || me !== lease.processId) return
    await ctx.transaction(async (tx) => {
      await owners.releaseAccounts(tx, me, accounts)
      await tx.wake('processes', String(me))
    })
    for (const { id } of accounts) leaving.delete(id)
  }

  /** Calls the listeners and waits for them, but no longer than `withinMs`. */
  async function callListeners(
    gained: readonly Owned[],
    lost: readonly Owned[],
    whom = [...callbacks],
    withinMs = RELEASE_WITHIN_MS,
  ) {
    const calls = Promise.allSettled(whom.map(async (callback) => callback(gained, lost)))
    let cancel = () => {}
    const patience = new Promise<void>((resolve) => {
      cancel = clock.later(withinMs, resolve)
    })
    for (const result of (await Promise.race([calls, patience])) ?? []) {
      if (result.status === 'rejected') complain(result.reason as Error)
    }
    cancel()
  }

  /**
   * Calls the listeners one after another, the last registered first: a lane must finish its sends before the session
   * of the account closes. All of it takes no longer than `RELEASE_WITHIN_MS`.
   */
  async function callOneByOne(lost: readonly Owned[]) {
    const until = clock.steadyMs() + RELEASE_WITHIN_MS
    const ordered = [...callbacks].toReversed()
    for (const [i, callback] of ordered.entries()) {
      const left = Math.max(0, until - clock.steadyMs())
      // Some time is kept for the listeners after it, in case this one hangs.
      await callListeners(
        [],
        lost,
        [callback],
        i < ordered.length - 1 ? left * SHARE_OF_TIME_LEFT : left,
      )
    }
  }

  let cancelWake = () => {}
  function wakeLater() {
    cancelWake = clock.later(CLAIM_EVERY_MS, () => {
      wake()
      wakeLater()
    })
  }

  const stopListening = options.listener.on('processes', () => wake())
  wakeLater()

  return {
    get processId() {
      return lease.processId
    },
    mayAct: () => lease.valid(),
    owned: () => owned,
    onChange(callback) {
      callbacks.add(callback)
      if (owned.size > 0) void callListeners([...owned.values()], [], [callback])
      return () => callbacks.delete(callback)
    },
    async close() {
      if (closing) return
      closing = true
      stopListening()
      cancelWake()
      await running
      await callOneByOne([...owned.values()])
      const me = lease.processId
      if (me) {
        await ctx.transaction(async (tx) => {
          await owners.retireProcess(tx, me)
          await tx.wake('processes', String(me))
        })
      }
      owned.clear()
      await lease.close()
    },
  }
}
