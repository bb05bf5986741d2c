import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { ROOT } from './here.mjs'

/** Reads .env into the environment; what is already set there wins. */
export function loadSettings() {
  const path = join(ROOT, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}

/** Where everything lies that must outlive the process. */
export const dataDir = () => resolve(ROOT, process.env.DATA_DIR || '.data')

/**
 * Whether the sandbox is to run beside the server: it lets anybody who reaches it act as anybody,
 * so only while nothing but this machine can.
 * @param {NodeJS.ProcessEnv} env
 */
export function wantsSandbox({ SANDBOX, HOST, PUBLIC_URL }) {
  if (SANDBOX === 'off') return false
  return isLoopback(HOST || '127.0.0.1') && isLoopback(hostOf(PUBLIC_URL || 'http://localhost'))
}

/** @param {string} host */
const isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** @param {string} url */
const hostOf = (url) => (URL.canParse(url) ? new URL(url).hostname : url)
