import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, type } from 'node:os'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, 'RESULTS.md')

/** Puts what a measurement has said in its place in RESULTS.md, with the date, the versions and the machine. */
export async function writeResults(name: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(FILE, 'utf8')
  const heading = `## ${name}\n`
  const section = `${heading}\n${circumstances()}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`
  const sections = text.split(/^(?=## )/m)
  const place = sections.findIndex((one) => one.startsWith(heading))
  if (place === -1) sections.push(`\n${section}`)
  else sections[place] = place === sections.length - 1 ? section : `${section}\n`
  await writeFile(FILE, sections.join(''))
}

function circumstances(): string {
  const day = new Date().toISOString().slice(0, 10)
  const cores = cpus()
  const load = loadavg()[0]!.toFixed(1)
  return `${day}, Node ${process.versions.node}, ${type()} ${release().split('-')[0]}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), load at the end ${load}.`
}
