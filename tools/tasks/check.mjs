import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from '../launcher/here.mjs'
import { scriptOf } from '../launcher/tool.mjs'
import { runNode } from '../launcher/child.mjs'

/** @typedef {{ name: string, words: string[], needs?: string }} Step */

/** @type {Step[]} */
const STEPS = [
  { name: 'types', words: [scriptOf('tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the web', words: [scriptOf('tsc'), '-p', 'web'], needs: 'web/src' },
  {
    name: 'types of the stories',
    words: [scriptOf('tsc'), '-p', 'e2e'],
    needs: 'e2e/tsconfig.json',
  },
  { name: 'lint', words: [scriptOf('oxlint'), '--deny-warnings'] },
  { name: 'format', words: [scriptOf('oxfmt'), '--check'] },
  { name: 'unused', words: [scriptOf('knip'), '--no-progress'] },
  {
    name: 'architecture',
    words: [scriptOf('vitest'), 'run', 'tools/architecture.test.ts'],
    needs: 'tools/architecture.test.ts',
  },
  { name: 'openapi', words: ['tools/openapi.ts', '--check'], needs: 'tools/openapi.ts' },
  { name: 'limits', words: ['tools/limits.ts', '--check'], needs: 'tools/limits.ts' },
  {
    name: 'acceptance',
    words: ['tools/acceptance.ts', '--check'],
    needs: 'tools/acceptance.ts',
  },
]

/** What a change must satisfy besides its tests. Every step runs, so that one go shows everything. */
export default async function check() {
  const failed = []
  for (const { name, words, needs } of STEPS) {
    if (needs && !existsSync(join(ROOT, needs))) continue
    const begun = performance.now()
    const code = await runNode(words, { cwd: ROOT })
    const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
    say(`${code === 0 ? '✔' : '✖'} ${name}, ${took}`)
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) say(`✖ Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}
