import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { seconds } from './clock.ts'

const ANSWER_WITHIN_MS = seconds(1)

const Announcement = z.object({ pid: z.number(), url: z.string() })

/**
 * Writes the address of this server to `server.json` in the data directory, for a second start in the same folder. The
 * file of another server that still runs is not changed. Returns a function that removes what was written.
 */
export async function announce(dataDir: string, url: string): Promise<() => void> {
  const file = join(dataDir, 'server.json')
  const other = read(file)
  if (other && other.pid !== process.pid && (await runs(other, url))) return () => {}
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify({ pid: process.pid, url }))
  return () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true })
  }
}

/** Undefined if the file is missing or only half written. */
function read(file: string) {
  try {
    return Announcement.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Whether that process is alive and answers. At our own address we would answer ourselves. */
async function runs({ pid, url }: z.output<typeof Announcement>, ours: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return url === ours || (await answers(url))
}

async function answers(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    return (await fetch(new URL('/healthz', url), { signal })).ok
  } catch {
    return false
  }
}
