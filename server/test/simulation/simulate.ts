import { haltCycle } from '../../src/cycles/jobs.ts'
import type { JobData } from '../../src/platform/jobs/jobs.ts'
import { openOwnership } from '../../src/accounts/ownership.ts'
import { recover } from '../../src/sending/recovery.ts'
import { startSender } from '../../src/sending/sender.ts'
import { onOccurrencesChanged } from '../../src/planning/actions.ts'
import { startPlanner } from '../../src/planning/planner.ts'
import type { Context } from '../../src/platform/context.ts'
import type { Log } from '../../src/platform/log.ts'
import { openCycles, settleCycles } from './cycles.ts'
import { openDatabase, type Job } from './database.ts'
import { sessionsAt } from './interception.ts'
import { breakThings } from './faults.ts'
import { Violation, type Causes, type Invariant } from './invariants.ts'
import { openJudge } from './judge.ts'
import { bootMachine, type Machine } from './machine.ts'
import { openNetwork } from './network.ts'
import type { Entry } from './record.ts'
import type { Rows, Tables } from './rows.ts'
import { openSource } from './source.ts'
import { drawPaces, means, SECRET, settleTown, SETTLES_WITHIN_MS, STARTS_AT } from './town.ts'
import { openWorld } from './world.ts'

/** What came of one seed. */
export type Report = {
  seed: number
  violation?: { invariant: Invariant | 'crash'; words: string }
  steps: number
  virtualMs: number
  deliveries: number
  sent: number
  /** The same seed gives the same: who did what when. */
  trace: string
}

/** Nobody beside the lanes has to know how an account does. */
const nobody: Context['accountWatcher'] = {
  changed: async () => {},
  connected: async () => {},
  lost: async () => {},
  back: async () => {},
  chatEvent: async () => {},
  receipts: async () => {},
}

/** What a world asked of its database, between how that was at first and in the end. */
export type Story = { beginning: Snapshot; entries: readonly Entry[]; end: Snapshot }
export type Snapshot = ReturnType<typeof tablesOf>

const tablesOf = ({ accounts, groups, contents, ...rows }: Rows) =>
  structuredClone({
    accounts: [...accounts.values()],
    groups: [...groups.values()],
    contents: [...contents.values()],
    cycles: [...rows.cycles.values()],
    cycleSteps: [...rows.cycleSteps.values()],
    cycleGroups: [...rows.cycleGroups.values()].map(groupOf),
    schedules: [...rows.schedules.values()],
    occurrences: [...rows.occurrences.values()],
    deliveries: [...rows.deliveries.values()],
  })

/** As its table has it: what is its key here is made of two columns there. */
const groupOf = ({ cycleId, groupId, place, topics }: Tables['cycleGroups']) => ({
  cycleId,
  groupId,
  place,
  topics,
})

/** How far a process's clock may be from the database's, as in roles.ts. */
const SKEW_MAX_MS = 5_000

/** Lives through the world of one seed and judges every step. `tell` hears what happens, to look for a cause. */
export async function simulate(
  seed: number,
  tell?: (line: string) => void,
  records = false,
): Promise<Report & { story?: Story }> {
  const world = openWorld(seed, STARTS_AT)
  const { dice } = world
  const paces = drawPaces(dice)
  const causes: Causes = {
    doubtful: new Set(),
    chats: new Map(),
    accounts: new Map(),
    waits: new Map(),
    muted: new Set(),
    clocks: false,
    general: false,
  }
  let trace = 0
  let violation: Report['violation']
  const say = (what: string) => {
    for (let n = 0; n < what.length; n++) trace = (Math.imul(trace, 31) + what.charCodeAt(n)) | 0
    tell?.(`${new Date(world.now()).toISOString().slice(11, 23)} ${what}`)
  }
  const convict = (error: unknown) => {
    violation ??= {
      invariant: error instanceof Violation ? error.invariant : 'crash',
      words:
        error instanceof Error
          ? error instanceof Violation
            ? error.message
            : error.stack!
          : String(error),
    }
  }
  /** Whoever is found guilty, it is the world that ends, not the process that did it. */
  const judging =
    <A extends unknown[]>(judgment: (...args: A) => void) =>
    (...args: A) => {
      try {
        judgment(...args)
      } catch (error) {
        convict(error)
      }
    }

  const database = openDatabase(
    world,
    (changes, by, what) => {
      for (const change of changes) {
        if (change.table !== 'deliveries' || change.before?.status === change.after?.status)
          continue
        say(
          `${by.name} ${what}: ${change.after!.id.slice(-6)} ${change.after!.status} ${change.after!.code ?? ''}`,
        )
      }
      judging(judge.committed)(changes, by, what)
      if (what.endsWith('Attempts')) stage.ambush(by)
    },
    { records, enqueued },
  )
  const { rows } = database
  const judge = openJudge(world, rows, paces, causes, database.leaseOf)
  const network = openNetwork(world, paces, {
    leaves: judging((machine, request) => {
      say(`${machine.name} sends ${request.deliveryId.slice(-6)}`)
      judge.witness.leaves(machine, request)
      stage.ambush(machine)
    }),
    accepts: judging((machine, accepted) => {
      say(`accepted ${accepted.deliveryId.slice(-6)}`)
      judge.witness.accepts(machine, accepted)
      stage.ambush(machine)
    }),
    loses: (deliveryId) => judge.witness.loses(deliveryId),
    waits: (...told) => judge.witness.waits(...told),
  })
  const { ids, random } = means(world)
  const source = openSource(rows)
  const town = settleTown(world, ids, rows, network)
  const cycles = settleCycles(world, ids, rows, town)
  rows.commit()
  database.beginRecord()
  const beginning = records ? tablesOf(rows) : undefined

  const log = logOf((line) => {
    if (line.includes(SECRET)) convict(new Violation('secret', `It is in the log: ${line}`))
    if (tell) say(line)
  })
  const contextOf = (machine: Machine): Context => {
    const { db, transaction } = database.reach(machine)
    return {
      config: { telegram: {} },
      clock: machine.clock,
      ids,
      random,
      log: log(machine.name),
      db,
      transaction,
      secrets: { seal: Buffer.from, open: (sealed: Buffer) => sealed.toString() },
      channels: network.channels(machine),
      sources: { message: source, cycle: openCycles(rows) },
      zoneData: '2026c',
      occurrencesChanged: onOccurrencesChanged,
      accountWatcher: nobody,
    } as unknown as Context
  }

  /** A process of the product, as roles.ts starts it. */
  async function start(machine: Machine) {
    const reach = database.reach(machine)
    const { listener } = reach
    const ctx = { ...contextOf(machine), db: reach.db, transaction: reach.transaction }
    sessionsAt.set(machine.name, () => reach.openSession())
    startPlanner(ctx, listener, { maxSkewMs: SKEW_MAX_MS })
    const ownership = await openOwnership(ctx, {
      databaseUrl: machine.name,
      listener,
      roles: ['planner', 'sender'],
      recover,
      maxSkewMs: SKEW_MAX_MS,
    })
    const sender = startSender(ctx, { ownership, listener })
    machine.stop = async () => {
      await sender.close()
      // Accounts that cannot be handed over become free when the process ends.
      await ownership.close().catch(() => {})
      machine.kill()
      database.bury(machine, 1)
    }
  }

  let machines = 0
  const running = new Set<Machine>()
  const boot = () => {
    const machine = bootMachine(world, `server${++machines}`)
    running.add(machine)
    start(machine).catch(convict)
    return machine
  }
  const visitor = bootMachine(world, 'people')
  const stage = breakThings({
    world,
    database,
    network,
    town,
    cycles,
    causes,
    say,
    boot,
    running,
    people: contextOf(visitor),
    convict,
  })

  /** What the engine does in the background; what fails is done again. */
  function enqueued({ name, data }: Job) {
    if (name !== 'cycles.halt') return
    const run = () =>
      world.after(dice.between(50, 2_000), () => {
        haltCycle(contextOf(visitor), data as JobData[typeof name]).catch(run)
      })
    run()
  }

  const endsAt = world.now() + SETTLES_WITHIN_MS
  while (!violation && world.now() < endsAt && (await world.step())) {
    if (stage.isOver() && database.isIdle() && isQuiet()) break
  }
  if (!violation) judging(judge.finish)()
  if (violation)
    for (const { id, owner, epoch, status } of rows.accounts.values())
      say(`account ${id} is ${status}, of ${owner} (${epoch})`)
  if (violation) for (const { id } of rows.processes.values()) say(`process ${id}`)

  function isQuiet() {
    for (const { nextSlotAt } of rows.schedules.values()) if (nextSlotAt) return false
    for (const { finishedAt } of rows.occurrences.values()) if (!finishedAt) return false
    return true
  }

  return {
    seed,
    ...(beginning ? { story: { beginning, entries: database.recorded, end: tablesOf(rows) } } : {}),
    ...(violation ? { violation } : {}),
    steps: world.steps,
    virtualMs: world.now() - STARTS_AT,
    deliveries: rows.deliveries.size,
    sent: [...rows.deliveries.values()].filter(({ status }) => status === 'sent').length,
    trace: (trace >>> 0).toString(16),
  }
}

function logOf(write: (line: string) => void) {
  return (name: string): Log => {
    const line =
      (level: string) =>
      (...told: unknown[]) =>
        write(
          `${name} ${level} ${told.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ')}`,
        )
    const log = { debug: () => {}, info: line('info'), warn: line('warn'), error: line('error') }
    return log as unknown as Log
  }
}
