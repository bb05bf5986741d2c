import { runSeeds } from './run.ts'
import type { Report } from './simulate.ts'

/** The smallest machine that we promise to test on has two cores. */
const THREADS = 2

/** Lives through `count` worlds from the `first` on: the words of what did not hold, and how much was sent. */
export async function liveThrough(first: number, count: number) {
  const threads = Array.from({ length: THREADS }, (_, n) =>
    runSeeds({ first: first + n, every: THREADS, count: count / THREADS }),
  )
  const reports = (await Promise.all(threads)).flat()
  const sent = reports.reduce((sum, report) => sum + report.sent, 0)
  return { guilty: guilty(reports), lived: reports.length, sent }
}

const guilty = (reports: readonly Report[]) =>
  reports.flatMap(({ seed, violation }) =>
    violation ? `${violation.words} Replay: node server/test/simulation/replay.ts ${seed}` : [],
  )
