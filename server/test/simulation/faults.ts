import { hours, seconds } from '../../src/platform/clock.ts'
import type { Context } from '../../src/platform/context.ts'
import { ask, type Asked } from './cycle-people.ts'
import type { settleCycles } from './cycles.ts'
import type { Database } from './database.ts'
import type { Causes } from './invariants.ts'
import type { Machine } from './machine.ts'
import type { Network } from './network.ts'
import { people } from './people.ts'
import { openMachineFaults } from './machine-faults.ts'
import { FAULTS_FOR_MS, type settleTown } from './town.ts'
import type { World } from './world.ts'

export type Stage = {
  world: World
  database: Database
  network: Network
  town: ReturnType<typeof settleTown>
  cycles: ReturnType<typeof settleCycles>
  causes: Causes
  people: Context
  running: Set<Machine>
  boot(): Machine
  say(what: string): void
  convict(error: unknown): void
}

const VERBS = [
  'start',
  'pause',
  'finish',
  'sendNext',
  'sendNext',
  'skipNext',
  'restart',
  'jump',
] as const satisfies readonly Asked['verb'][]

/**
 * Starts the servers, lets people plan what is to be sent, and breaks things for a while: what, when
 * and how often is up to the seed. Afterwards everything is repaired.
 */
export function breakThings(stage: Stage): { isOver(): boolean; ambush(machine: Machine): void } {
  const { world, database, network, town, cycles, causes, running, boot, say } = stage
  const { dice } = world
  const { trouble } = database
  let over = false

  const later = (fromMs: number, toMs: number, what: () => void) =>
    world.after(dice.between(fromMs, toMs), what)
  const person = (what: Promise<void>) => void what.catch(() => {})
  const anyMachine = () => dice.pick([...running])
  const anyGroup = () => dice.pick(town.groups)
  const anyAccount = () => dice.pick(town.accounts)
  const anySource = () => dice.pick(town.sources)
  const chatOf = (groupId: string) =>
    network.chats.get(database.rows.groups.get(groupId)!.externalId)!
  const blame = (of: Map<string, Set<string>>, id: string, what: string) =>
    of.set(id, (of.get(id) ?? new Set()).add(what))
  /** A longer wait is not forgotten for a shorter one. */
  const holdUp = (whom: string, until: number) =>
    causes.waits.set(whom, Math.max(until, causes.waits.get(whom) ?? 0))
  /** Whatever is on the wire of a machine may never be answered. */
  const doubt = () => {
    causes.general = true
    for (const row of database.rows.deliveries.values()) {
      if (row.status === 'sending') causes.doubtful.add(row.id)
    }
  }

  function kill(machine: Machine, again: boolean, freesMs = 1) {
    running.delete(machine)
    doubt()
    machine.kill()
    database.bury(machine, freesMs)
    if (again || running.size === 0) later(300, 6_000, () => boot())
  }

  const machineFaults = openMachineFaults({ ...stage, anyMachine, doubt, kill, later })

  const databaseFaults = {
    restart() {
      doubt()
      database.restart(dice.between(100, 8_000))
    },
    fill() {
      doubt()
      trouble.fullUntil = world.now() + dice.between(1_000, 20_000)
    },
    slow() {
      causes.general = true
      trouble.slowUntil = world.now() + dice.between(1_000, 15_000)
    },
    flake() {
      doubt()
      trouble.flakyUntil = world.now() + dice.between(1_000, 20_000)
    },
  }

  let refusals = 0

  const networkFaults = {
    lose() {
      const { id } = anyGroup()
      const chat = chatOf(id)
      chat.lost = dice.pick(['kicked', 'left', 'deleted', 'not_found'])
      blame(causes.chats, chat.externalId, 'lost')
    },
    move() {
      const chat = chatOf(anyGroup().id)
      if (chat.movedTo || chat.externalId.endsWith('+')) return
      chat.movedTo = `${chat.externalId}+`
      network.chats.set(chat.movedTo, {
        ...chat,
        externalId: chat.movedTo,
        movedTo: null,
        kind: 'group',
      })
      causes.waits.set(chat.movedTo, causes.waits.get(chat.externalId) ?? 0)
      causes.chats.set(
        chat.movedTo,
        new Set([...(causes.chats.get(chat.externalId) ?? []), 'moved']),
      )
    },
    slowDown() {
      const chat = chatOf(anyGroup().id)
      chat.slowUntil = world.now() + dice.pick([seconds(3), seconds(40), hours(3)])
      holdUp(chat.externalId, chat.slowUntil)
      blame(causes.chats, chat.externalId, 'slow')
    },
    forbid() {
      const chat = chatOf(anyGroup().id)
      chat.noRights = true
      blame(causes.chats, chat.externalId, 'no_rights')
      later(5_000, 60_000, () => (chat.noRights = false))
    },
    refuse() {
      const chat = chatOf(anyGroup().id)
      // In turn: no die is cast for it, so that worlds stay what they are.
      chat.refuses = ++refusals % 2 === 1 ? 'formatting' : 'all'
      blame(causes.chats, chat.externalId, 'refuses')
    },
    flood() {
      const bot = network.bots.get(anyAccount().id)!
      bot.floodUntil = world.now() + dice.pick([seconds(5), seconds(60), hours(3)])
      holdUp(bot.id, bot.floodUntil)
      blame(causes.accounts, bot.id, 'flood')
    },
    away() {
      const bot = network.bots.get(anyAccount().id)!
      bot.awayUntil = world.now() + dice.between(1_000, 60_000)
      blame(causes.accounts, bot.id, 'away')
    },
    loseAnswers() {
      const bot = network.bots.get(anyAccount().id)!
      bot.lossyUntil = world.now() + dice.between(5_000, 60_000)
      blame(causes.accounts, bot.id, 'lossy')
    },
    hangRequests() {
      const bot = network.bots.get(anyAccount().id)!
      bot.hangUntil = world.now() + dice.between(5_000, 60_000)
      blame(causes.accounts, bot.id, 'hang')
    },
    revoke() {
      const bot = network.bots.get(anyAccount().id)!
      bot.revoked = dice.pick(['unauthorized', 'banned', 'logged_out'])
      blame(causes.accounts, bot.id, 'revoked')
      if (dice.chance(0.5)) return
      later(5_000, 40_000, () => {
        bot.revoked = null
        person(people.mend(stage.people, bot.id))
      })
    },
    disconnect() {
      const { id } = anyAccount()
      blame(causes.accounts, id, 'disconnected')
      person(people.connect(stage.people, id, 'reconnecting'))
      later(2_000, 90_000, () => person(people.connect(stage.people, id, 'connected')))
    },
  }

  const humanFaults = {
    stop: () => person(people.stop(stage.people, anySource(), dice.pick(['paused', 'canceled']))),
    schedule: () => person(people.schedule(stage.people, anySource(), dice.between(0, 2))),
    sendNow: () => person(people.sendNow(stage.people, anySource())),
    mute() {
      const { id } = anyGroup()
      causes.muted.add(id)
      person(people.mute(stage.people, id, true))
      later(1_000, 60_000, () => person(people.mute(stage.people, id, false)))
    },
  }

  for (let n = dice.between(1, 3); n > 0; n--) later(0, 200, () => boot())
  for (const source of town.sources) {
    person(
      dice.chance(0.8)
        ? people.schedule(stage.people, source, dice.between(0, 1))
        : people.sendNow(stage.people, source),
    )
  }

  const cycleFaults = Object.fromEntries(
    VERBS.map((verb) => [
      verb,
      () => {
        const cycle = dice.pick(cycles)
        const steps = [...database.rows.cycleSteps.values()].filter(
          ({ cycleId }) => cycleId === cycle.id,
        )
        const stepId = dice.pick(steps).id
        person(ask(stage.people, cycle, { verb, stepId }))
      },
    ]),
  )
  for (const cycle of cycles) {
    person(ask(stage.people, cycle, { verb: 'start' }))
    // What paused itself, or was stopped, goes on once all is well.
    for (let n = 0; n < 2; n++)
      later(0, FAULTS_FOR_MS, () => person(ask(stage.people, cycle, { verb: 'start' })))
  }

  // Each world has troubles of its own kind, so that one kind does not hide another.
  const kinds = [
    { faults: machineFaults, most: 5, general: true },
    { faults: databaseFaults, most: 3, general: true },
    { faults: networkFaults, most: 6, general: false },
    { faults: humanFaults, most: 6, general: false },
    ...(cycles.length > 0 ? [{ faults: cycleFaults, most: 12, general: false }] : []),
  ]
  // In some nothing is wrong with servers and database: there everything has to be on time.
  const calm = dice.chance(0.2)
  for (const { faults, most, general } of kinds) {
    if ((calm && general) || dice.chance(0.35)) continue
    for (let n = dice.between(0, most); n > 0; n--) {
      const [name, strike] = dice.pick(Object.entries(faults))
      later(0, FAULTS_FOR_MS, () => {
        if (running.size === 0) return
        say(`FAULT ${name}`)
        strike()
      })
    }
  }

  world.after(FAULTS_FOR_MS, () => {
    say('all is repaired')
    Object.assign(trouble, { downUntil: 0, fullUntil: 0, slowUntil: 0, flakyUntil: 0 })
    for (const bot of network.bots.values()) {
      Object.assign(bot, { awayUntil: 0, lossyUntil: 0, hangUntil: 0 })
    }
    for (const machine of running) {
      Object.assign(machine, { hungUntil: 0, cutUntil: 0, deafUntil: 0, skewMs: 0 })
    }
    for (const source of database.rows.sources.values()) source.poison = false
    if (running.size === 0) boot()
    over = true
  })

  // Between the attempt, the wire and the outcome is where it hurts: some worlds strike there.
  let ambushes = !calm && dice.chance(0.5) ? dice.between(1, 3) : 0
  return {
    isOver: () => over,
    ambush(machine) {
      if (over || ambushes === 0 || machine.name === 'people' || !dice.chance(0.15)) return
      ambushes--
      // People, too, change their minds while it is being sent.
      if (dice.chance(0.3)) return later(0, 500, dice.pick([humanFaults.stop, humanFaults.mute]))
      const name = dice.pick(['kill', 'loseHost', 'hang', 'cut', 'restart', 'setClock'] as const)
      later(0, 60, () => {
        if (!running.has(machine)) return
        say(`AMBUSH ${name}`)
        if (name === 'restart') databaseFaults.restart()
        else machineFaults[name](machine)
      })
    },
  }
}
