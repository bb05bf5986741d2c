import { runSeeds } from './run.ts'

// Prints every step of the simulation of one seed: `node server/test/simulation/replay.ts 27`.
const print = (line: string) => void process.stdout.write(`${line}\n`)
const first = Number(process.argv[2] ?? 1)
const [report] = await runSeeds({ first, count: 1, printsSteps: true }, { line: print })
const { violation, steps, deliveries, sent } = report!
print(`${steps} steps, ${deliveries} deliveries, ${sent} of them sent.`)
print(violation ? `Violated: ${violation.words}` : 'No rule was broken.')
