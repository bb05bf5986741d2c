import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
} from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { program } from './binaries.ts'
import { cleanEnvironment } from './cluster.ts'
import type { Folders } from './folders.ts'
import { giveToOwner } from './user.ts'

/** PostgreSQL's first process for a cluster, as its postmaster.pid tells. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** How often we look at a file or a process that cannot call us. */
export const LOOK_EVERY_MS = 20

/** PostgreSQL writes only warnings: this much is years, or a disaster that repeats itself. */
const LOG_MAX_BYTES = 10_000_000

const DEFAULTS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  // Small enough for the smallest machine; the system's own cache does the rest.
  'shared_buffers=64MB',
  // Pools of 16, several processes, and the tests' many small pools.
  'max_connections=120',
  'fsync=on',
  'log_checkpoints=off',
  // The details of an error name the values of rows.
  'log_error_verbosity=terse',
  'log_timezone=UTC',
  'timezone=UTC',
]

/** The postmaster of this cluster that lives now, ready or not. Takes a dead one's file away. */
export async function findPostmaster({ cluster }: Folders): Promise<Postmaster | undefined> {
  const path = join(cluster, 'postmaster.pid')
  const lines = await readFile(path, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  if (resolve(lines[1] ?? '') === cluster && worksIn(cluster, pid))
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }

  // The number now belongs to another process (a restarted container counts anew) and PostgreSQL
  // would refuse to start forever. While any process still works in the cluster it is right to.
  if (!anyWorksIn(cluster)) await rm(path, { force: true })
  return undefined
}

/** Starts PostgreSQL in a session of its own: Ctrl-C must reach the server, which stops it last. */
export function launch(
  folders: Folders,
  native: string,
  port: number,
  settings: readonly string[],
): ChildProcess {
  const path = logFile(folders)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES)
    renameSync(path, `${path}.1`)
  const out = openSync(path, 'a', 0o600)
  giveToOwner(path, folders.home)
  const options = [...DEFAULTS, `port=${port}`, ...settings].flatMap((option) => ['-c', option])
  try {
    const child = spawn(program(native, 'postgres'), ['-D', folders.cluster, ...options], {
      ...folders.user,
      cwd: folders.parent,
      detached: true,
      env: cleanEnvironment(),
      stdio: ['ignore', out, out],
      windowsHide: true,
    })
    child.unref()
    return child
  } finally {
    closeSync(out)
  }
}

/** Ends a postmaster: its connections are cut, its data written. Resolves when it is gone. */
export async function halt(pid: number, native: string, withinMs: number): Promise<void> {
  interrupt(pid, native, 'INT')
  if (await endsWithin(pid, withinMs)) return
  // Nothing acknowledged is lost by this either: the next start reads the log of changes.
  interrupt(pid, native, 'QUIT')
  await endsWithin(pid, withinMs)
}

/** Asks without waiting, as the last thing a process does. */
export function interrupt(pid: number, native: string, signal: 'INT' | 'QUIT'): void {
  // Windows has no signals; this program knows the pipe that PostgreSQL has in their place.
  if (process.platform === 'win32')
    spawnSync(program(native, 'pg_ctl'), ['kill', signal, String(pid)], { windowsHide: true })
  else if (isAlive(pid)) process.kill(pid, `SIG${signal}`)
}

export function logSize(folders: Folders): number {
  return statSync(logFile(folders), { throwIfNoEntry: false })?.size ?? 0
}

/** What PostgreSQL wrote since the log had that size, at most its last 2,000 characters. */
export async function logSince(folders: Folders, size: number): Promise<string> {
  const file = await open(logFile(folders))
  try {
    const { size: end } = await file.stat()
    const from = Math.max(size <= end ? size : 0, end - 2_000)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await file.close()
  }
}

const logFile = ({ home }: Folders) => join(home, 'postgres.log')

async function endsWithin(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += LOOK_EVERY_MS) {
    if (!isAlive(pid)) return true
    await pause(LOOK_EVERY_MS)
  }
  return !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Where the first process of a container collects nobody, the dead keep their number.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** All processes of a cluster have it as their working folder. */
function worksIn(cluster: string, pid: number): boolean {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.includes('postgres')
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

function anyWorksIn(cluster: string): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(cluster, Number(name)))
}
