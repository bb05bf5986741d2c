import { parentPort, workerData } from 'node:worker_threads'
import { interceptStores } from './hooks.ts'
import type { Mutant } from './mutants.ts'
import type { Report } from './simulate.ts'
import { ruleOverSoon } from './world.ts'

export type Task = {
  /** Seeds to live through: from, step and how many. */
  first: number
  every: number
  count: number
  mutant?: Mutant
  /** Ends at the first seed that is guilty. */
  untilViolation: boolean
  /** Tells everything that happens. */
  printsSteps: boolean
  /** Brings what was asked of the database. */
  records: boolean
}

// A thread of its own, since the simulation rules over what "soon" means, and plants bugs in what it loads.
const task = workerData as Task
interceptStores({ real: false, mutant: task.mutant })
ruleOverSoon()
const { simulate } = await import('./simulate.ts')

for (let n = 0; n < task.count; n++) {
  const report = await simulate(
    task.first + n * task.every,
    task.printsSteps ? say : undefined,
    task.records,
  )
  parentPort?.postMessage({ report } satisfies { report: Report })
  if (report.violation && task.untilViolation) break
}

function say(line: string) {
  parentPort?.postMessage({ line })
}
