import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { loadSettings, ROOT, RUNTIME, say } from './project.mjs'

const WATCHDOG = new URL('./watchdog.mjs', import.meta.url).href

/** We were told to end while a child ran: nothing more is to be begun. */
export class Stopped extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(signal)
    this.code = codeOf(null, signal)
  }
}

/**
 * @typedef {object} Options
 * @property {string} [node] the Node to run it under; ours without it
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to our environment
 * @property {'inherit' | 'ignore' | 'pipe' | 'stderr'} [output] where standard output goes
 * @property {boolean} [again] the child is this launcher again, and handles signals itself
 * @property {boolean} [apart] in a session of its own, which Ctrl-C does not reach
 */

/**
 * Starts a program of Node with the watchdog: it is told to end when this process dies, however it dies.
 * @param {string[]} words script and arguments
 * @param {Options} [options]
 */
function startNode(words, { node = process.execPath, cwd, env, output, apart } = {}) {
  const out = output === 'stderr' ? 2 : (output ?? 'inherit')
  return spawn(node, ['--import', WATCHDOG, ...words], {
    ...(cwd ? { cwd } : {}),
    env: {
      // A third of every start would go into compiling what has not changed (measured 2026-11-21).
      NODE_COMPILE_CACHE: join(RUNTIME, 'compiled'),
      ...process.env,
      ...env,
      // A program that asks for "node" gets the one that works.
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      CARILLON_PARENT: String(process.pid),
    },
    detached: Boolean(apart) && process.platform !== 'win32',
    stdio: [apart ? 'ignore' : 'inherit', out, 'inherit', 'pipe'],
    windowsHide: true,
  })
}

/**
 * Runs a program of Node to its end and answers its exit code; throws Stopped if we were told to end.
 * @param {string[]} words
 * @param {Options} [options]
 */
export async function runNode(words, options = {}) {
  const child = startNode(words, options)
  /** @type {NodeJS.Signals | undefined} */
  let told
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    told = signal
    // A terminal sends Ctrl-C to the whole group: twice would mean "at once" to many programs.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const forget = onSignals(forward)
  try {
    const [code, signal] = await once(child, 'exit')
    if (told && !options.again) throw new Stopped(told)
    return codeOf(code, signal)
  } finally {
    forget()
  }
}

/**
 * Calls back for each signal that asks us to end; returns a way to take it back.
 * @param {(signal: NodeJS.Signals) => void} callback
 */
export function onSignals(callback) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, callback)
  return () => signals.forEach((signal) => process.off(signal, callback))
}

/**
 * The exit code that a shell gives for a child's end.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
const codeOf = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 1)

/** The scripts of the installed tools: run directly, since npx and .bin cost a shell each. */
const SCRIPTS = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/** Where an installed tool's script lies. @param {keyof typeof SCRIPTS} name */
export const scriptOf = (name) => join(ROOT, 'node_modules', SCRIPTS[name])

/**
 * Runs an installed tool to its end; returns its exit code.
 * @param {keyof typeof SCRIPTS} name
 * @param {string[]} words
 * @param {Options} [options]
 */
export const runTool = (name, words, options) => runNode([scriptOf(name), ...words], options)

/**
 * Runs a script of the project with the settings of .env; returns its exit code.
 * @param {string} path from the checkout
 * @param {string[]} words
 */
export async function runScript(path, words) {
  if (!existsSync(join(ROOT, path))) throw new Error(`There is no ${path} to run.`)
  loadSettings()
  return runNode([join(ROOT, path), ...words])
}

/**
 * A process that runs beside others until it is told to stop.
 * @typedef {object} Service
 * @property {string} name
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<number>} ended its exit code, once it has ended
 */

/**
 * @param {string} name as a sentence begins: "The server"
 * @param {string[]} words
 * @param {Options} [options]
 * @returns {Service}
 */
export function startService(name, words, options) {
  // Ctrl-C is for us: we stop the services one after the other, in the order that loses nothing.
  const child = startNode(words, { ...options, apart: true })
  const ended = once(child, 'exit').then(([code, signal]) => codeOf(code, signal))
  return { name, child, ended }
}

/**
 * Asks a service to end and waits; ends it by force after that time. Returns its exit code.
 * @param {Service} service
 * @param {number} withinMs
 */
export async function stopService({ name, child, ended }, withinMs) {
  child.kill('SIGTERM')
  const late = setTimeout(() => {
    say(`▸ ${name} did not stop within ${withinMs / 1000} s and is ended by force.`)
    child.kill('SIGKILL')
  }, withinMs)
  const code = await ended
  clearTimeout(late)
  return code
}

/**
 * Waits for something that the service brings about; throws if it ends before, or takes too long.
 * @template T
 * @param {Service} service
 * @param {{ withinMs: number, signal: AbortSignal }} limits
 * @param {() => T | undefined | Promise<T | undefined>} look
 * @returns {Promise<T>}
 */
export async function waitFor({ name, child, ended }, { withinMs, signal }, look) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    signal.throwIfAborted()
    if (found !== undefined) return found
    if (child.exitCode !== null || child.signalCode !== null) {
      const code = await ended
      throw new ServiceEnded(`${name} ended before it was ready (code ${code}).`, code)
    }
    if (performance.now() > deadline)
      throw new Error(`${name} was not ready within ${withinMs / 1000} s.`)
    await pause(LOOK_EVERY_MS)
  }
}

/** A service ended by itself: so do the others, with its code. */
export class ServiceEnded extends Error {
  /** @param {string} message @param {number} code */
  constructor(message, code) {
    super(message)
    this.code = code || 1
  }
}

/** Files and a port cannot call us. */
const LOOK_EVERY_MS = 50
