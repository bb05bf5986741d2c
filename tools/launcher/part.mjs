import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, startNode } from './child.mjs'
import { say } from './here.mjs'

/**
 * A process that runs beside others until it is told to stop.
 * @typedef {object} Part
 * @property {string} name
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<number>} ended its exit code, once it has ended
 */

/**
 * @param {string} name as a sentence begins: "The server"
 * @param {string[]} words
 * @param {import('./child.mjs').Options} [options]
 * @returns {Part}
 */
export function startPart(name, words, options) {
  // Ctrl-C is for us: we stop the parts one after the other, in the order that loses nothing.
  const child = startNode(words, { ...options, apart: true })
  const ended = once(child, 'exit').then(([code, signal]) => codeOf(code, signal))
  return { name, child, ended }
}

/**
 * Asks a part to end and waits; ends it by force after that time. Answers its exit code.
 * @param {Part} part
 * @param {number} withinMs
 */
export async function stopPart({ name, child, ended }, withinMs) {
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
 * Waits for something that the part brings about; throws if it ends before, or takes too long.
 * @template T
 * @param {Part} part
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
      throw new PartEnded(`${name} ended before it was ready (code ${code}).`, code)
    }
    if (performance.now() > deadline)
      throw new Error(`${name} was not ready within ${withinMs / 1000} s.`)
    await pause(LOOK_EVERY_MS)
  }
}

/** A part died on its own: the whole ends with its code. */
export class PartEnded extends Error {
  /** @param {string} message @param {number} code */
  constructor(message, code) {
    super(message)
    this.code = code || 1
  }
}

/** Files and a port cannot call us. */
const LOOK_EVERY_MS = 50
