import { hours, seconds } from '../../src/platform/clock.ts'
import type { Stage } from './faults.ts'
import type { Machine } from './machine.ts'

type Means = Stage & {
  anyMachine(): Machine
  /** Whatever is on the wire may never be answered. */
  doubt(): void
  kill(machine: Machine, again: boolean, freesMs?: number): void
  later(fromMs: number, toMs: number, what: () => void): void
}

/** What can happen to a server: it dies, hangs, loses its network or its accounts, or its clock is set. */
export function openMachineFaults({
  world,
  database,
  causes,
  running,
  boot,
  convict,
  anyMachine,
  doubt,
  kill,
  later,
}: Means) {
  const { dice } = world
  return {
    kill: (machine = anyMachine()) => kill(machine, true),
    loseHost: (machine = anyMachine()) => kill(machine, true, 9_000),
    hang(machine = anyMachine()) {
      doubt()
      machine.hungUntil = world.now() + dice.between(500, 40_000)
      database.giveUpOn(machine)
    },
    cut(machine = anyMachine()) {
      doubt()
      machine.cutUntil = world.now() + dice.between(1_000, 30_000)
      database.giveUpOn(machine)
    },
    deafen() {
      causes.general = true
      anyMachine().deafUntil = world.now() + dice.between(1_000, 30_000)
    },
    setClock(machine = anyMachine()) {
      doubt()
      causes.clocks = true
      machine.skewMs = dice.pick([
        hours(1),
        -hours(1),
        seconds(3),
        -seconds(3),
        seconds(7),
        hours(72),
      ])
      later(5_000, 60_000, () => (machine.skewMs = 0))
    },
    join: () => void (running.size < 3 && boot()),
    stop() {
      const machine = anyMachine()
      causes.general = true
      running.delete(machine)
      if (running.size === 0) later(500, 3_000, () => boot())
      machine.stop?.().catch(convict)
    },
    /** Somebody takes its accounts away while it believes to own them. */
    usurp() {
      doubt()
      for (const { id } of database.rows.processes.values()) {
        database.rows.remove('processes', String(id))
        break
      }
    },
  }
}
