import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { dataDir } from './settings.mjs'

/** How long an instance may take to say that it lives. */
const ANSWER_WITHIN_MS = 3_000

/**
 * What the server writes while it listens.
 * @typedef {{ pid: number, url: string }} Instance
 */

const FILE = () => join(dataDir(), 'server.json')

/**
 * The instance that runs on this data directory, if one does.
 * @returns {Promise<Instance | undefined>}
 */
export async function runningInstance() {
  const instance = readJson(FILE())
  if (!instance) return undefined
  if (isAlive(instance.pid) && (await answer(instance.url)) !== undefined) return instance
  // Left by one that was killed: what appears there from now on is new.
  rmSync(FILE(), { force: true })
  return undefined
}

/** The instance that we started, once it is ready to be used. @returns {Promise<Instance | undefined>} */
export async function readyInstance() {
  const instance = readJson(FILE())
  return instance && (await answer(instance.url)) === 200 ? instance : undefined
}

/**
 * Where the sandbox of this data directory answers, once it listens.
 * @param {number} pid of the sandbox we started: the file may be an older one's
 * @returns {string | undefined}
 */
export function sandboxUrl(pid) {
  const endpoints = readJson(join(dataDir(), 'sandbox/endpoints.json'))
  return endpoints?.pid === pid ? endpoints.http : undefined
}

/** The status of its readiness page, undefined without one. @param {string} url */
async function answer(url) {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(new URL('/readyz', url), { signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/** A file that is just being written reads as none: we look again. @param {string} path */
function readJson(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
