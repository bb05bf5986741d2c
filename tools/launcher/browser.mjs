import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Stopped } from './child.mjs'
import { fetchChromium } from './chromium.mjs'
import { ROOT, say } from './here.mjs'
import { runTool } from './tool.mjs'

/**
 * Finds a Chromium for the browser tests, best first, and answers the path of a program that runs
 * as it is (no variables needed beside it). Throws a sentence with the way on if there is none.
 */
export async function findBrowser() {
  const said = process.env.CHROME_BIN ?? process.env.CHROME_PATH
  if (said) {
    if (runs(said)) return said
    throw new Error(`CHROME_BIN is ${said}, but that does not run as a browser.`)
  }
  const found = [ofPlaywright(), ...ofSystem()].find((path) => path && runs(path))
  if (found) return found
  const fetched = await fetchChromium(runs)
  if (fetched) return fetched
  say('▸ Fetching a browser for the tests from Playwright (once) …')
  await runTool('playwright', ['install', 'chromium', '--only-shell'], { output: 'stderr' })
  const downloaded = ofPlaywright()
  if (downloaded && runs(downloaded)) return downloaded
  throw new Error(
    'No browser for the tests was found, and none could be fetched: install Chrome, Chromium or Edge, or set CHROME_BIN, then run this again.',
  )
}

/**
 * Finds the browser of the stories: the one that can be fetched, if it can, so that they run in the same
 * one everywhere. It draws no windows of its own, which spares a quarter of their work (2026-11). Throws
 * as `findBrowser` does.
 */
export async function findStoryBrowser() {
  if (process.env.CHROME_BIN ?? process.env.CHROME_PATH) return findBrowser()
  try {
    const fetched = await fetchChromium(runs)
    if (fetched) return fetched
  } catch (error) {
    // One that cannot be unpacked must not keep the stories from the one that is here.
    if (error instanceof Stopped || !(error instanceof Error)) throw error
    say(`▸ ${error.message}`)
  }
  return findBrowser()
}

/** Windows browsers open a window when asked for their version: there its presence must do. @param {string} path */
function runs(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/** The one that Playwright downloaded some day. @returns {string | undefined} */
function ofPlaywright() {
  try {
    const { chromium } = createRequire(join(ROOT, 'package.json'))('playwright-core')
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/** @returns {string[]} */
function ofSystem() {
  const { env, platform } = process
  if (platform === 'win32') {
    return [env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData].flatMap((folder) =>
      folder
        ? [
            join(folder, 'Google/Chrome/Application/chrome.exe'),
            join(folder, 'Microsoft/Edge/Application/msedge.exe'),
          ]
        : [],
    )
  }
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']
    return names.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  const folders = (env.PATH ?? '').split(delimiter)
  return [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
  ].flatMap((name) => folders.map((folder) => join(folder, name)))
}

// Also by hand: `node tools/launcher/browser.mjs` prints the path for the stories.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await findStoryBrowser())
  } catch (error) {
    say(`✖ ${/** @type {Error} */ (error).message}`)
    process.exitCode = 1
  }
}
