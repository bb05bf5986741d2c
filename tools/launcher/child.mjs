import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { RUNTIME } from './here.mjs'

const LEASH = new URL('./leash.mjs', import.meta.url).href

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
 * @property {boolean} [again] it is this launcher once more: it knows best how to end
 * @property {boolean} [apart] in a session of its own, which Ctrl-C does not reach
 */

/**
 * Starts a program of Node on a leash: it is told to end when this process dies, however it dies.
 * @param {string[]} words script and arguments
 * @param {Options} [options]
 */
export function startNode(words, { node = process.execPath, cwd, env, output, apart } = {}) {
  const out = output === 'stderr' ? 2 : (output ?? 'inherit')
  return spawn(node, ['--import', LEASH, ...words], {
    ...(cwd ? { cwd } : {}),
    env: {
      // A third of every start would go into compiling what has not changed (measured 2026-11-21).
      NODE_COMPILE_CACHE: join(RUNTIME, 'compiled'),
      ...process.env,
      ...env,
      // A program that asks for "node" gets the one that works.
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      CARILLON_LEASH: String(process.pid),
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
 * Calls back for each signal that asks us to end; answers a way to take it back.
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
export const codeOf = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 1)
