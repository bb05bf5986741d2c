import { statfsSync } from 'node:fs'

/** Memory that is used as a folder: most Linuxes have it. */
const FOLDER = '/dev/shm'

/** What two products and the database of all tests take at most, several times over, in bytes. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Has this process and those it starts keep temporary data in memory where there is room for it, unless
 * `TMPDIR` says otherwise. Each test makes and removes the hundreds of files of a database: on a disk
 * that was half of the processor's time of all tests (2026-11-21), and none of them has to outlive the run.
 */
export function keepTemporaryInMemory() {
  if (process.env['TMPDIR'] || process.platform !== 'linux') return
  if (process.availableMemory() < ROOM_BYTES) return
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    if (bavail * bsize >= ROOM_BYTES) process.env['TMPDIR'] = FOLDER
  } catch {
    // There is none: temporary data lies where it always does.
  }
}
