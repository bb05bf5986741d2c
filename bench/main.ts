import { punctuality } from './punctuality.ts'

/** What can be measured, by name. */
const measures: Record<string, () => Promise<boolean>> = { punctuality }

// `npm run bench` measures everything, `npm run bench -- punctuality` one.
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !measures[name])
if (unknown.length > 0) {
  process.stderr.write(
    `There is no "${unknown[0]}". There are: ${Object.keys(measures).join(', ')}.\n`,
  )
  process.exit(2)
}
let held = true
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length === 0 || asked.includes(name)) held = (await measure()) && held
}
process.exitCode = held ? 0 : 1
