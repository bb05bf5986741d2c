import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../tools/port.ts'

export type Redis = { port: number; version: string; stop(): Promise<void> }

/** A Redis of our own that writes its log every second; undefined if redis-server is not installed. */
export async function startRedis(): Promise<Redis | undefined> {
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'carillon-redis-'))
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '']
  const child = spawn('redis-server', [...options, '--appendonly', 'yes'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const ready = new Promise<string>((resolve) => {
    let version = ''
    createInterface({ input: child.stdout }).on('line', (line) => {
      version = /Redis version=([\d.]+)/.exec(line)?.[1] ?? version
      if (line.includes('Ready to accept connections')) resolve(version)
    })
  })
  const version = await Promise.race([ready, once(child, 'error').then(() => undefined)])
  const clean = () => rm(dir, { recursive: true, force: true })
  if (version === undefined) {
    await clean()
    return undefined
  }
  return {
    port,
    version,
    async stop() {
      child.kill('SIGTERM')
      await gone
      await clean()
    },
  }
}
