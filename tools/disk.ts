import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own that can be filled up. */
export type Disk = {
  path: string
  /** Takes all that is left of it. */
  fill(): Promise<void>
  /** Gives that back. */
  free(): Promise<void>
  remove(): Promise<void>
}

/** Mounts a disk of so many megabytes in memory; undefined where that is not allowed, as it is to root alone. */
export async function smallDisk(megabytes: number): Promise<Disk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'carillon-disk-'))
  const size = `size=${megabytes}m,mode=0755`
  if (!(await succeeds('mount', ['-t', 'tmpfs', '-o', size, 'carillon', path]))) {
    await rmdir(path)
    return undefined
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      const file = await open(ballast, 'w')
      try {
        // Ever smaller pieces, until not even one page is left.
        for (let bytes = 2 ** 20; bytes >= 4_096; bytes /= 2)
          await writeAll(file, Buffer.alloc(bytes))
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      await succeeds('umount', ['-l', path])
      await rmdir(path)
    },
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, piece: Buffer): Promise<void> {
  try {
    for (;;) {
      const { bytesWritten } = await file.write(piece)
      if (bytesWritten < piece.length) return
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit').then(([code]) => code === 0)
  return Promise.race([ended, once(child, 'error').then(() => false)]).catch(() => false)
}
