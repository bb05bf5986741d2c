import { runSeeds } from './run.ts'

// Tells everything that happens in the world of one seed: `node server/test/simulation/replay.ts 27`.
const say = (line: string) => void process.stdout.write(`${line}\n`)
const first = Number(process.argv[2] ?? 1)
const [report] = await runSeeds({ first, count: 1, aloud: true }, { line: say })
const { violation, steps, deliveries, sent } = report!
say(`${steps} steps, ${deliveries} deliveries, ${sent} of them sent.`)
say(violation ? `Guilty: ${violation.words}` : 'Everything held.')
