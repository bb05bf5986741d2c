import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT, say } from './launcher/project.mjs'

/** A generated document: the tool that writes it, its path, its text, and its source. */
type GeneratedDocument = { tool: string; path: string; text: string; source: string }

/**
 * Writes the document to its path, or to the path among the command's words. With `--check` it writes
 * nothing and sets exit code 1 when the file is missing or says something else.
 */
export function writeDocument({ tool, path: usual, text, source }: GeneratedDocument): void {
  const words = process.argv.slice(2)
  const path = words.find((word) => !word.startsWith('--')) ?? usual
  if (!words.includes('--check')) return writeFileSync(path, text)
  // Git on Windows may check it out with other line ends.
  const kept = existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : undefined
  if (kept === text) return
  const problem = kept === undefined ? 'is missing' : `is not what ${source} says now`
  say(`✖ ${relative(ROOT, path)} ${problem}. Write it: node ${tool}`)
  process.exitCode = 1
}
