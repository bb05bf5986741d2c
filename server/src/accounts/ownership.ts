import { seconds } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import type { Listener } from '../platform/news/listener.ts'
import { openLease } from './lease.ts'
import type { OnChange, Owned, Ownership } from './port.ts'
import { fairShare } from './rules.ts'
import * as store from './store.ts'

/** How soon the accounts of a process that was killed are claimed by another. */
const CLAIM_EVERY_MS = seconds(1)

/** How long what is on the wire may take to end before an account is handed on all the same. */
const HAND_ON_WITHIN_MS = seconds(25)

/** Of the time that is left to hand an account on, what the next may take who lets go of it. */
const FIRST_SHARE = 0.8

/** After the database was away: how long what was learned meanwhile may be written down before claiming again. */
const CATCH_UP_WITHIN_MS = seconds(5)

export type OwnershipOptions = {
  databaseUrl: string
  listener: Listener
  roles: readonly string[]
  /** Puts in order what earlier owners left behind, in the transaction that claims. */
  recover(ctx: Context, tx: Tx, claimed: readonly Owned[]): Promise<void>
  /** How far the clock may be from the database's; without it any clock will do, also a test's. */
  maxSkewMs?: number
}

type Leaving = Owned & { silent: boolean }

/**
 * Makes this process own accounts: those without a living owner are claimed, each with the next epoch,
 * as many as is fair among the processes; what is too much is handed on when another process joins.
 */
export async function openOwnership(ctx: Context, options: OwnershipOptions): Promise<Ownership> {
  const { clock, log } = ctx
  const callbacks = new Set<OnChange>()
  const owned = new Map<string, Owned>()
  /** Accounts to hand on: silent when the last of their deliveries has come back from the wire. */
  const leaving = new Map<string, Leaving>()
  let closing = false
  let caughtUp: Promise<void> = Promise.resolve()

  const lease = await openLease(ctx, {
    databaseUrl: options.databaseUrl,
    roles: options.roles,
    maxSkewMs: options.maxSkewMs ?? Infinity,
    onBegin: (me) => void join(me).catch(complain),
    onLost() {
      const lost = [...owned.values()]
      owned.clear()
      leaving.clear()
      caughtUp = tell([], lost, [...callbacks], CATCH_UP_WITHIN_MS)
    },
    onResume() {
      void tell([], [])
      // A look that came while it could not act has found nothing.
      look()
    },
  })

  /** Lets the others know, so that they hand on what is this process's share. */
  async function join(me: number) {
    await ctx.transaction((tx) => tx.wake('processes', String(me)))
    look()
  }

  let looking: Promise<void> | undefined
  let again = false
  /** Looks for accounts to claim or to hand on: one look at a time, and another after it if asked for meanwhile. */
  function look() {
    again = true
    if (looking || closing) return
    looking = lookAgain()
  }

  async function lookAgain(): Promise<void> {
    again = false
    await pass().catch(complain)
    // Nothing may come between this question and its answer, so no promise does.
    if (again && !closing) return lookAgain()
    looking = undefined
    return undefined
  }

  function complain(error: Error) {
    log.warn({ reason: error.message }, 'Claiming accounts failed; retrying.')
  }

  async function pass() {
    await caughtUp
    if (!lease.valid()) return
    const me = lease.processId
    const census = await store.census(ctx, me)
    if (census.mine !== owned.size + leaving.size) await adopt(me)
    if (census.idle) {
      const idle = await store.findIdle(ctx, me)
      letGo(idle.flatMap((id) => owned.get(id) ?? []))
    }
    const share = fairShare(census)
    if (owned.size > share) letGo([...owned.values()].slice(share))
    await handOn(me)
    if (census.dead || (census.free && owned.size < share)) await claim(me)
  }

  async function claim(me: number) {
    const claimed = await ctx.transaction(async (tx) => {
      await store.buryProcesses(tx, me)
      const room = fairShare(await store.census(tx, me)) - owned.size
      if (room <= 0) return []
      const accounts = await store.claimAccounts(tx, me, room)
      if (accounts.length > 0) await options.recover(ctx, tx, accounts)
      return accounts
    })
    gain(me, claimed)
  }

  /** A claim whose commit was not answered is ours nevertheless. */
  async function adopt(me: number) {
    const mine = await store.findOwned(ctx, me)
    gain(
      me,
      mine.filter(({ id }) => !owned.has(id) && !leaving.has(id)),
    )
  }

  function gain(me: number, accounts: readonly Owned[]) {
    // Lost meanwhile: whoever comes next finds our lock free.
    if (me !== lease.processId || accounts.length === 0) return
    for (const account of accounts) owned.set(account.id, account)
    log.info({ process: me, accounts: accounts.length }, 'Claimed accounts.')
    void tell(accounts, [])
  }

  function letGo(accounts: readonly Owned[]) {
    if (accounts.length === 0) return
    const going = accounts.map((account): Leaving => ({ ...account, silent: false }))
    for (const account of going) {
      owned.delete(account.id)
      leaving.set(account.id, account)
    }
    void tellInTurn(accounts).then(() => {
      for (const account of going) account.silent = true
      look()
    })
  }

  /** Part of every look, so that one which fails is followed by another. */
  async function handOn(me: number) {
    const accounts = [...leaving.values()].filter(({ silent }) => silent)
    if (accounts.length === 0 || me !== lease.processId) return
    await ctx.transaction(async (tx) => {
      await store.releaseAccounts(tx, me, accounts)
      await tx.wake('processes', String(me))
    })
    for (const { id } of accounts) leaving.delete(id)
  }

  /** Tells whoever listens, and waits for them, though not for ever. */
  async function tell(
    gained: readonly Owned[],
    lost: readonly Owned[],
    whom = [...callbacks],
    withinMs = HAND_ON_WITHIN_MS,
  ) {
    const told = Promise.allSettled(whom.map(async (callback) => callback(gained, lost)))
    let forget = () => {}
    const patience = new Promise<void>((resolve) => {
      forget = clock.later(withinMs, resolve)
    })
    for (const result of (await Promise.race([told, patience])) ?? []) {
      if (result.status === 'rejected') complain(result.reason as Error)
    }
    forget()
  }

  /**
   * What is handed on is let go of in turn, whoever asked last to hear of it first: the lane of an account
   * lands what is on the wire before its session closes. All of it takes no longer than `HAND_ON_WITHIN_MS`.
   */
  async function tellInTurn(lost: readonly Owned[]) {
    const until = clock.steadyMs() + HAND_ON_WITHIN_MS
    const inTurn = [...callbacks].toReversed()
    for (const [i, callback] of inTurn.entries()) {
      const left = Math.max(0, until - clock.steadyMs())
      // Some time is kept for those after it, who may not wait for one that hangs.
      await tell([], lost, [callback], i < inTurn.length - 1 ? left * FIRST_SHARE : left)
    }
  }

  let forgetLook = () => {}
  function lookLater() {
    forgetLook = clock.later(CLAIM_EVERY_MS, () => {
      look()
      lookLater()
    })
  }

  const stopListening = options.listener.on('processes', () => look())
  lookLater()

  return {
    get processId() {
      return lease.processId
    },
    mayAct: () => lease.valid(),
    owned: () => owned,
    onChange(callback) {
      callbacks.add(callback)
      if (owned.size > 0) void tell([...owned.values()], [], [callback])
      return () => callbacks.delete(callback)
    },
    async close() {
      if (closing) return
      closing = true
      stopListening()
      forgetLook()
      await looking
      await tellInTurn([...owned.values()])
      const me = lease.processId
      if (me) {
        await ctx.transaction(async (tx) => {
          await store.retireProcess(tx, me)
          await tx.wake('processes', String(me))
        })
      }
      owned.clear()
      await lease.close()
    },
  }
}
