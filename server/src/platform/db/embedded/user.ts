import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { StartError } from '../../errors.ts'

/** The user that a process runs as. */
export interface User {
  uid: number
  gid: number
}

/** The user that PostgreSQL runs as if we are root, which it refuses; undefined: the current user. */
export function databaseUser(cluster: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  // A cluster of an ordinary user stays theirs, so that they can continue without root.
  const found = statSync(cluster, { throwIfNoEntry: false })
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Whether that user can enter the folder. The system decides: permission modes alone do not. */
export function canEnter(folder: string, user: User | undefined): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' })
  return asked.status === 0
}

/** Gives a file that root has created to the owner of its folder. */
export function giveToOwner(file: string, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  if (uid !== 0) chownSync(file, uid, gid)
}

/** initdb wants a user with a name; every Unix has this one. */
function idOf(flag: '-u' | '-g'): number {
  const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  const id = Number.parseInt(answer.stdout, 10)
  if (answer.status !== 0 || Number.isNaN(id))
    throw new StartError(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as: start as an ordinary user or set DATABASE_URL.',
    )
  return id
}
