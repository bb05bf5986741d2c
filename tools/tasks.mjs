import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './launcher/browser.mjs'
import { runNode, runScript, runTool, scriptOf, startService } from './launcher/child.mjs'
import { loadSettings, ROOT, say } from './launcher/project.mjs'
import { supervise, SERVER_SCRIPT } from './launcher/supervisor.mjs'
import {
  failureLines,
  isGreen,
  lineOf,
  NOTHING,
  runStories,
  runVitest,
  sum,
} from './launcher/tests.mjs'
import { buildWeb } from './launcher/web.mjs'

/** What `npm run` knows, by its name. Each takes the words after it and returns an exit code. */
export const tasks = { start, dev, test, e2e, check, fix, ci, bench, chaos, seed, shots }

/** Carillon as it is used: the server with the built web, and the sandbox while only this machine can reach it. @param {string[]} words */
async function start(words) {
  refuse(words, SERVER_SETTINGS)
  loadSettings()
  return supervise({ prepare: buildWeb, server: [SERVER_SCRIPT], others: () => [] })
}

/**
 * As `start`, and both halves follow the sources: the server starts again, the web is built again
 * (reload the page). One origin, as in production, so cookies and the content policy are the real ones.
 * @param {string[]} words
 */
async function dev(words) {
  refuse(words, SERVER_SETTINGS)
  loadSettings()
  return supervise({
    prepare: buildWeb,
    server: ['--watch', '--watch-preserve-output', SERVER_SCRIPT],
    others: () => [
      startService(
        'The build of the web',
        [scriptOf('vite'), 'build', '--watch', '--logLevel', 'warn'],
        {
          cwd: join(ROOT, 'web'),
        },
      ),
    ],
  })
}

const SERVER_SETTINGS =
  'the server takes no words, only settings, such as PORT=4000 DATA_DIR=~/carillon-2 npm start. docs/operating.md lists them.'

/** Refuses all words before anything starts, and says how it is told what to do. @param {string[]} words @param {string} instead */
function refuse(words, instead) {
  if (words.length > 0) throw new Error(`${words.join(' ')}: ${instead}`)
}

/**
 * All tests, then the browser stories. Words after `--` are Vitest's, and leave the stories out. A story that fails is
 * tried once more: of the hundreds of waits of a browser on a busy machine one fails now and then. Which did is told.
 * @param {string[]} words
 */
async function test(words) {
  const units = await runVitest(words)
  const stories = words.length > 0 ? NOTHING : await runStories(['--retries=1'])
  const all = sum([units, stories])
  if (words.length === 0) say(`▸ vitest ${lineOf(units)}; browser stories ${lineOf(stories)}`)
  for (const line of failureLines(all)) say(line)
  console.log(lineOf(all))
  return isGreen(all) ? 0 : 1
}

/** The browser stories alone. Words after `--` are Playwright's. @param {string[]} words */
async function e2e(words) {
  const totals = await runStories(words)
  for (const line of failureLines(totals)) say(line)
  console.log(lineOf(totals))
  return isGreen(totals) ? 0 : 1
}

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
    name: 'picture of cycles',
    words: ['tools/cycle-picture.ts', '--check'],
    needs: 'tools/cycle-picture.ts',
  },
  {
    name: 'acceptance',
    words: ['tools/acceptance.ts', '--check'],
    needs: 'tools/acceptance.ts',
  },
]

/** The checks of a change other than its tests. Every step runs, so that one run shows all problems. */
async function check() {
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

/** Repairs what a program can: the printed API, limits and picture of cycles, what tests hold which line, lint, then format. */
async function fix() {
  const printed = await runNode(['tools/openapi.ts'], { cwd: ROOT })
  const limits = await runNode(['tools/limits.ts'], { cwd: ROOT })
  const picture = await runNode(['tools/cycle-picture.ts'], { cwd: ROOT })
  const told = await runNode(['tools/acceptance.ts'], { cwd: ROOT })
  const lint = await runTool('oxlint', ['--fix'])
  return (await runTool('oxfmt', [])) || lint || printed || limits || picture || told
}

/** Exactly what a change must pass. The tests run even if the check failed: both answers in one go. */
async function ci() {
  const checked = await check()
  const tested = await test([])
  return checked || tested
}

/** Runs the benchmarks, which print their figures. @param {string[]} words */
function bench(words) {
  return runScript('bench/main.ts', words)
}

/**
 * Kills and cuts while messages are sent, then counts what arrived: on Telegram, with `media`
 * files and what follows them, with `whatsapp` there. With
 * `fuzz` it asks for all that the contract offers, rightly and wrongly; with `proofs` it runs the tests that take
 * too long for `npm test`.
 * @param {string[]} words
 */
function chaos([first = '', ...rest]) {
  if (first === 'proofs') return proofs(rest)
  if (first === 'fuzz') return runScript('bench/fuzz/main.ts', rest)
  if (first === 'whatsapp' || first === 'media') return runScript(`bench/chaos/${first}.ts`, rest)
  return runScript('bench/chaos.ts', first ? [first, ...rest] : [])
}

/** @param {string[]} words filters and options of Vitest */
async function proofs(words) {
  const totals = await runVitest(['--config=vitest.proofs.config.ts', ...words])
  for (const line of failureLines(totals)) console.log(line)
  console.log(lineOf(totals))
  return isGreen(totals) ? 0 : 1
}

/** Fills a running instance with an example to look at. @param {string[]} words */
function seed(words) {
  refuse(words, 'seed takes no words: it fills what runs on DATA_DIR with an example.')
  return runScript('tools/seed.ts', [])
}

/**
 * Pictures of every page into `shots`, or, after the word `site`, those that the public pages show.
 * @param {string[]} words
 */
async function shots(words) {
  await buildWeb()
  return runNode(['e2e/shots/main.ts', ...words], { env: { CHROME_BIN: await findBrowser() } })
}
