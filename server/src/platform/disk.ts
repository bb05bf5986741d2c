import { statfs } from 'node:fs/promises'
import { seconds } from './clock.ts'
import type { Context } from './context.ts'
import type { Answer, Check } from './http/health.ts'

const MB = 1_000_000

/** PostgreSQL stops when it cannot write its log; this is time to act before that. */
const FREE_MIN_BYTES = 200 * MB

/** Worth a look. */
const FREE_LOW_BYTES = 1_000 * MB

/** An answer is good for so long: whoever asks often costs nothing. */
const KEPT_MS = seconds(10)

/**
 * Tells when the disk of the data directory is filling up. It keeps the server from being ready only
 * where the database lies on it, too.
 */
export function checkDisk(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { minBytes, lowBytes } = { minBytes: FREE_MIN_BYTES, lowBytes: FREE_LOW_BYTES },
): Check {
  let kept: { answer: Answer; atMs: number } | undefined

  async function look(): Promise<Answer> {
    const free = await freeBytes(config.dataDir)
    if (free === undefined || free >= lowBytes) return undefined
    // Anybody may ask /readyz, so the path of the folder stays out of its words.
    const words = `Only ${Math.floor(free / MB)} MB are free where DATA_DIR lies. Make room.`
    return free < minBytes && !config.databaseUrl ? words : { note: words }
  }

  return async () => {
    if (kept && clock.steadyMs() - kept.atMs < KEPT_MS) return kept.answer
    const answer = await look()
    kept = { answer, atMs: clock.steadyMs() }
    return answer
  }
}

/** Undefined while there is no such folder: nothing is stored there then. */
async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
