import { byHand } from './by-hand.ts'
import { calendar } from './calendar.ts'
import { fanOut } from './fan-out.ts'
import { takeSaid } from './figures.ts'
import { idle } from './idle.ts'
import { pipeline } from './pipeline.ts'
import { burst, spread, throughput } from './planning.ts'
import { punctuality } from './punctuality.ts'
import { writeResults } from './results.ts'
import { slots } from './slots.ts'
import { web } from './web.ts'

/** What can be measured, by name; each says what it found and answers whether its bars held. */
const measures: Record<string, () => Promise<boolean>> = {
  punctuality,
  throughput,
  burst,
  spread,
  'fan-out': fanOut,
  pipeline,
  idle,
  calendar,
  slots,
  'by-hand': byHand,
  web,
}

// `npm run bench` measures everything, `npm run bench -- burst` one; with `--write` it goes to RESULTS.md.
const words = process.argv.slice(2)
const asked = words.filter((word) => word !== '--write')
const unknown = asked.filter((name) => !measures[name])
if (unknown.length > 0) {
  process.stderr.write(
    `There is no "${unknown[0]}". There are: ${Object.keys(measures).join(', ')}.\n`,
  )
  process.exit(2)
}
let held = true
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  held = (await measure()) && held
  const lines = takeSaid()
  if (words.includes('--write')) await writeResults(name, lines)
}
process.exitCode = held ? 0 : 1
