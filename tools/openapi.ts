import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { api } from '@carillon/contract/api'
import { openApi } from '../server/src/platform/http/openapi.ts'
import { ROOT, say } from './launcher/here.mjs'

// Writes the API of the contract to docs/openapi.json, or to the path given; with --check it writes
// nothing and fails when the file says something else.
const words = process.argv.slice(2)
const path = words.find((word) => !word.startsWith('--')) ?? join(ROOT, 'docs/openapi.json')
const printed = `${JSON.stringify(openApi(api), null, 2)}\n`

if (words.includes('--check')) {
  // Git on Windows may check it out with other line ends.
  const kept = existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : undefined
  if (kept !== printed) {
    const problem = kept === undefined ? 'is missing' : 'is not what the contract says now'
    say(`✖ ${relative(ROOT, path)} ${problem}. Write it: node tools/openapi.ts`)
    process.exitCode = 1
  }
} else {
  writeFileSync(path, printed)
}
