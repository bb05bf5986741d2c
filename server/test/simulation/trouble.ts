import type { Machine } from './machine.ts'
import type { World } from './world.ts'

/** What may go wrong with the database, for as long as the faults say. */
export type Trouble = {
  downUntil: number
  /** Its disk is full: it reads, and writes nothing. */
  fullUntil: number
  slowUntil: number
  flakyUntil: number
}

/** An error as PostgreSQL tells it. */
export const failure = (code: string, message: string) =>
  Object.assign(new Error(message), { code })
/** An error of a connection that ended in the middle. */
export const lost = () => failure('ECONNRESET', 'The connection to the database was lost.')

const READS = /\.(find|read|census|lock|next|take|give|stillOwned)/

/** The troubles of a database, and what they do to the statements of a machine. */
export function openTrouble(world: World) {
  const { dice } = world
  const trouble: Trouble = { downUntil: 0, fullUntil: 0, slowUntil: 0, flakyUntil: 0 }

  const latency = () => (world.now() < trouble.slowUntil ? 400 : 1) * (0.2 + 2 * dice.fraction())

  /** Throws what a statement meets on its way, if anything. */
  async function meet(machine: Machine, what: string) {
    const now = world.now()
    if (now < machine.cutUntil) {
      await machine.pause(machine.cutUntil - now)
      throw lost()
    }
    if (now < trouble.downUntil) throw failure('57P03', 'The database system is starting up.')
    if (now < trouble.fullUntil && !READS.test(what)) {
      throw failure('53100', 'No space left on device.')
    }
    if (now >= trouble.flakyUntil || !dice.chance(0.1)) return
    throw dice.chance(0.5) ? failure('40P01', 'deadlock detected') : lost()
  }

  return { trouble, latency, meet }
}
