import { openUnprepared } from './engines/carillon.ts'
import { median, percentile, say } from './figures.ts'
import { startPostgres } from './postgres.ts'

const FEW = 1_000
const MANY = 1_000_000

/** Schedules that fall due one after another while the others wait, in turns with the other database. */
const DUE = 200
const TURN_MS = 5_000
const ROUNDS = 3

/** Time to store what falls due, before the first of it. */
const LEAD_MS = 5_000

/** What waits is due in a year. */
const LATER_MS = 365 * 86_400_000

/**
 * How late schedules are planned beside a thousand that wait, and beside a million: without planning
 * ahead, which would hide it.
 */
export async function stored(): Promise<boolean> {
  const postgres = await startPostgres()
  const few = await open(await postgres.database(), FEW)
  const many = await open(await postgres.database(), MANY)
  try {
    const start = Date.now() + LEAD_MS
    await Promise.all([few.schedule(start), many.schedule(start + TURN_MS)])
    if (Date.now() >= start) throw new Error('Storing took too long; nothing would be measured.')
    const [fewLate, manyLate] = await Promise.all([few.lateness(), many.lateness()])
    const ratio = manyLate / fewLate
    const held = ratio <= 1.5
    say(
      `stored: ${DUE} schedules over ${TURN_MS / 1_000} s while others wait: p99 late, the median of ${ROUNDS}`,
    )
    say(`  beside ${FEW.toLocaleString('en')}      ${fewLate} ms`)
    say(`  beside ${MANY.toLocaleString('en')}  ${manyLate} ms`)
    say(`  ${ratio.toFixed(2)} × of a thousand, bar ≤ 1.5: ${held ? 'held' : 'MISSED'}`)
    return held
  } finally {
    await few.close()
    await many.close()
    await postgres.stop()
  }
}

/** A planner beside so many schedules that wait. */
async function open(databaseUrl: string, waiting: number) {
  const engine = await openUnprepared(databaseUrl)
  await engine.keep(waiting, Date.now() + LATER_MS)
  let due: (index: number) => number
  return {
    async schedule(start: number) {
      due = (index) =>
        start + Math.floor(index / DUE) * 2 * TURN_MS + ((index % DUE) * TURN_MS) / DUE
      await engine.schedule(DUE * ROUNDS, due)
    },
    /** Runs until all that was scheduled is planned. */
    async lateness(): Promise<number> {
      const rounds = Array.from({ length: ROUNDS }, (): number[] => [])
      let left = DUE * ROUNDS
      await new Promise<void>((resolve, reject) => {
        engine
          .work((index) => {
            rounds[Math.floor(index / DUE)]!.push(Date.now() - due(index))
            if (--left === 0) resolve()
          })
          .catch(reject)
      })
      return median(rounds.map((late) => percentile(late, 0.99)))
    },
    close: () => engine.close(),
  }
}
