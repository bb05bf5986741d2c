import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** Since the look before. */
export type Look = {
  /** How long the event loop of a server stood still at most. */
  longestMs: number
  /** The same without the time in which it waited for a processor: others share the machine. */
  heldMs: number
  /** The longest that it worked without a pause. */
  mostWorkedMs: number
}

/** Where a server that is probed writes what it found. */
export const probed = (pid: number) => join(tmpdir(), `carillon-probe-${pid}.json`)

/** The setting that loads the probe into a server. */
export const probe = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'program.ts')).href}`,
}

const LOOK_MS = 100

/** Asks a server that was started with the probe. Its garbage is taken out. */
export async function look(pid: number): Promise<Look> {
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    await pause(LOOK_MS)
    const text = await readFile(probed(pid), 'utf8').catch(() => '')
    if (!text) continue
    await rm(probed(pid))
    return JSON.parse(text) as Look
  }
}
