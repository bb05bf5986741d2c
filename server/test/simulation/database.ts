import { retryTransaction } from '../../src/platform/db/transaction-retry.ts'
import type { Session } from '../../src/platform/db/session.ts'
import type { Context, Tx, WakeChannel } from '../../src/platform/context.ts'
import type { JobData } from '../../src/platform/jobs/jobs.ts'
import type { Listener } from '../../src/platform/news/listener.ts'
import { handles, type Handle } from './interception.ts'
import type { Machine } from './machine.ts'
import { openEar, openSimSession, type Ear, type SimSession } from './connections.ts'
import { openRecorder, type Entry } from './record.ts'
import { openRows, type Change, type Rows } from './rows.ts'
import { failure, lost, openTrouble, type Trouble } from './trouble.ts'
import type { World } from './world.ts'

export type Database = {
  readonly rows: Rows
  /** All statements since the start, if they are recorded. */
  readonly recorded: readonly Entry[]
  beginRecord(): void
  /** Whether all transactions have ended: changes of an open one may still be rolled back. */
  isIdle(): boolean
  readonly trouble: Trouble
  /** What a machine has of it. */
  reach(machine: Machine): Reach
  /** Until when its process counts as alive; undefined if that is unknown, or if it is dead. */
  leaseOf(machine: Machine): Date | undefined
  /** The machine was killed; `frees` says after how long its locks are free. */
  bury(machine: Machine, freesMs: number): void
  /** It hangs or is cut off: what it has open ends when the database has waited long enough. */
  giveUpOn(machine: Machine): void
  /** All connections are lost. */
  restart(downMs: number): void
}

export type Reach = Pick<Context, 'db' | 'transaction'> & {
  listener: Listener
  openSession(): Promise<Session>
}

/** A transaction that does nothing, of a machine that hangs or cannot be reached, is ended after this. */
const IDLE_IN_TRANSACTION_MS = 10_000

/** A lost host is noticed after this, and its session's locks are free. */
const LOST_HOST_MS = 9_000

/** `enqueued` hears of a job once its transaction is committed. */
type Options = { records?: boolean; enqueued?: (job: Job) => void }
export type Job = { name: keyof JobData; data: unknown }

export type Committed = (changes: readonly Change[], by: Machine, what: string) => void

/**
 * PostgreSQL as the simulation sees it: statements take time and fail, a transaction is all or nothing,
 * wake-ups leave with its commit. Transactions follow each other, as if all of them were serialized.
 */
export function openDatabase(
  world: World,
  committed: Committed,
  { records = false, enqueued = () => {} }: Options = {},
): Database {
  const { dice } = world
  const { trouble, latency, meet } = openTrouble(world)
  const sessions = new Set<SimSession>()
  const ears = new Set<Ear>()
  const rows = openRows({
    now: () => new Date(world.now()),
    lives: (processId) => [...sessions].some((one) => one.processId === processId),
  })

  const recorder = records ? openRecorder(rows) : undefined

  /** Whose turn it is; the others wait in line. */
  let holder: { machine: Machine; tx?: Transaction } | undefined
  const line: { machine: Machine; begin: () => void }[] = []

  function turn(machine: Machine, tx?: Transaction): Promise<void> {
    return new Promise((resolve) => {
      line.push({
        machine,
        begin() {
          holder = tx ? { machine, tx } : { machine }
          resolve()
        },
      })
      goOn()
    })
  }

  function goOn() {
    while (!holder) {
      const next = line.shift()
      if (!next) return
      if (next.machine.alive) next.begin()
    }
  }

  function release() {
    holder = undefined
    goOn()
  }

  const mark: Handle['mark'] = (kind) => recorder?.mark(kind)

  async function statement<T>(
    handle: Handle,
    what: string,
    run: () => Promise<T>,
    args: unknown[],
  ): Promise<T> {
    const { machine } = handle
    const tx = handle.tx as Transaction | undefined
    await machine.pause(latency())
    if (tx) return inTransaction(tx, machine, what, run, args)
    await meet(machine, what)
    await turn(machine)
    try {
      const result = await world.waitFor(run())
      recorder?.call(what, args, result)
      committed(rows.commit(), machine, what)
      return result
    } catch (error) {
      rows.undo(0)
      throw error
    } finally {
      release()
      await answer(machine)
    }
  }

  /** It was done; whether one hears of it is another matter. */
  async function answer(machine: Machine) {
    await machine.pause(latency())
    if (world.now() < machine.cutUntil) throw lost()
    if (world.now() < trouble.flakyUntil && dice.chance(0.05)) throw lost()
  }

  async function inTransaction<T>(
    tx: Transaction,
    machine: Machine,
    what: string,
    run: () => Promise<T>,
    args: unknown[] = [],
  ): Promise<T> {
    try {
      await meet(machine, what)
      if (tx.broken) throw lost()
      if (tx.aborted) throw failure('25P02', 'current transaction is aborted')
      const result = await world.waitFor(run())
      if (what !== 'commit') recorder?.call(what, args, result)
      return result
    } catch (error) {
      tx.aborted = true
      if ((error as { code?: string }).code === 'ECONNRESET') tx.broken = true
      throw error
    }
  }

  function transactions(machine: Machine) {
    return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      retryTransaction(() => once(machine, work))
  }

  async function once<T>(machine: Machine, work: (tx: Tx) => Promise<T>): Promise<T> {
    await machine.pause(latency())
    await meet(machine, 'begin')
    const tx: Transaction = { aborted: false, broken: false, wakes: [], jobs: [] }
    await turn(machine, tx)
    recorder?.mark('begin')
    let result: T
    try {
      const db = Object.create(rows) as Rows
      handles.set(db, { machine, tx, statement, mark })
      result = await work(txOf(db, tx))
      await machine.pause(latency())
      await inTransaction(tx, machine, 'commit', async () => {})
      recorder?.mark('commit')
      committed(rows.commit(), machine, 'transaction')
      for (const job of tx.jobs) enqueued(job)
    } catch (error) {
      // Unless the database has undone it by itself, and somebody else is at work by now.
      if (holder?.tx === tx) takeBack()
      throw error
    } finally {
      if (holder?.tx === tx) release()
    }
    for (const [channel, payload] of tx.wakes) wake(channel, payload)
    await answer(machine)
    return result
  }

  function txOf(db: Rows, tx: Transaction): Tx {
    return {
      db: db as unknown as Tx['db'],
      publish: async () => {},
      enqueue: async (name, data) => void tx.jobs.push({ name, data }),
      async wake(channel, payload) {
        for (const one of [payload].flat()) tx.wakes.push([channel, one])
      },
    }
  }

  /** A transaction whose end nobody will tell: the database undoes it. */
  function breakOff(tx: Transaction) {
    if (holder?.tx !== tx) return
    tx.broken = true
    takeBack()
    release()
  }

  function takeBack() {
    rows.undo(0)
    recorder?.mark('rollback')
  }

  function wake(channel: WakeChannel, payload: string) {
    for (const ear of ears) {
      world.after(dice.between(0, 4), () => ear.hear(channel, payload), ear.machine)
    }
  }

  function end(session: SimSession) {
    if (!sessions.delete(session)) return
    world.after(1, () => session.tell('The connection ended.'), session.machine)
  }

  return {
    rows,
    trouble,
    recorded: recorder?.entries ?? [],
    beginRecord: () => recorder?.begin(),
    isIdle: () => !holder,
    reach(machine) {
      const db = Object.create(rows) as Rows
      handles.set(db, { machine, statement, mark })
      const ear = openEar(machine, world)
      ears.add(ear)
      return {
        db: db as unknown as Context['db'],
        transaction: transactions(machine),
        listener: ear,
        async openSession() {
          await machine.pause(latency())
          await meet(machine, 'begin')
          const session = openSimSession(machine, rows, () => sessions.delete(session))
          handles.set(session, { machine, statement, mark })
          sessions.add(session)
          return session
        },
      }
    },
    leaseOf(machine) {
      const mine = [...sessions].filter((one) => one.machine === machine && one.processId > 0)
      return rows.processes.get(String(mine.at(-1)?.processId))?.leaseUntil
    },
    bury(machine, freesMs) {
      const { tx } = holder?.machine === machine ? holder : {}
      if (tx) breakOff(tx)
      else if (holder?.machine === machine) release()
      for (const ear of ears) if (ear.machine === machine) ears.delete(ear)
      for (const session of sessions) {
        if (session.machine === machine) world.after(freesMs, () => end(session))
      }
    },
    giveUpOn(machine) {
      if (holder?.machine === machine && holder.tx) {
        const { tx } = holder
        world.after(IDLE_IN_TRANSACTION_MS, () => breakOff(tx))
      }
      for (const session of sessions) {
        if (session.machine !== machine || machine.cutUntil === 0) continue
        const cut = machine.cutUntil
        // Each side notices by itself that the other does not answer.
        world.after(LOST_HOST_MS, () => {
          if (world.now() < cut) sessions.delete(session)
        })
        world.after(dice.between(5_000, 8_000), () => {
          if (world.now() < cut) session.tell('No answer.')
        })
      }
    },
    restart(downMs) {
      trouble.downUntil = world.now() + downMs
      if (holder?.tx) breakOff(holder.tx)
      for (const session of sessions) end(session)
      for (const ear of ears) {
        ear.machine.deafUntil = Math.max(ear.machine.deafUntil, trouble.downUntil + 1_000)
        world.after(downMs + 1_001, () => ear.connected(), ear.machine)
      }
    },
  }
}

type Transaction = {
  aborted: boolean
  broken: boolean
  wakes: [WakeChannel, string][]
  jobs: Job[]
}
