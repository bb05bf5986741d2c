import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'
import { program } from './binaries.ts'
import type { Folders } from './folders.ts'
import type { InfoLog } from './info-log.ts'
import { giveToOwner } from './user.ts'

/** The role that owns everything in the embedded database, and the database's name. */
export const NAME = 'carillon'

/** Password file inside a new cluster, so that one rename publishes both. `takePassword` moves it to `home`. */
const NEW_PASSWORD = 'carillon-password'

/** Returns the password of the cluster, making both on the first start (about a second). */
export async function openCluster(
  folders: Folders,
  native: string,
  durable: boolean,
  log: InfoLog,
): Promise<string> {
  if (!existsSync(join(folders.cluster, 'PG_VERSION'))) {
    await refuseOtherData(folders)
    log.info('Making the database …')
    await make(folders, native, durable)
  }
  await takePassword(folders)
  return readPassword(folders)
}

/** Refuses a folder that may contain somebody's data: the folder and its password are not overwritten. */
async function refuseOtherData({ cluster }: Folders): Promise<void> {
  const files = await readdir(cluster).catch(() => [])
  if (files.length === 0) return
  throw new StartError(
    `The database in ${cluster} has lost its file PG_VERSION, so that PostgreSQL cannot open it. Nothing was changed. Restore that folder from a backup; or, if you do not need what was in it, move it away to begin with an empty database.`,
  )
}

async function make(folders: Folders, native: string, durable: boolean): Promise<void> {
  const password = randomBytes(24).toString('base64url')
  // PG_VERSION exists long before initdb has finished: only a cluster under its final name is complete.
  const fresh = `${folders.cluster}.new`
  await initialize(folders, native, fresh, password, durable)
  await writeFile(join(fresh, NEW_PASSWORD), password, { mode: 0o600, flush: true })
  // `rmdir` removes only an empty folder; one with files in it was refused before.
  if (existsSync(folders.cluster)) await rmdir(folders.cluster)
  await rename(fresh, folders.cluster)
}

/** Moves the password from the new cluster to `home`. If the process is killed before this, the next start does it. */
async function takePassword(folders: Folders): Promise<void> {
  const inCluster = join(folders.cluster, NEW_PASSWORD)
  if (!existsSync(inCluster)) return
  await keep(folders, 'password', await readFile(inCluster, 'utf8'))
  await rm(inCluster)
}

/** Writes one line into the home, readable by us alone. */
export async function keep(
  folders: Folders,
  name: 'password' | 'port',
  line: string,
): Promise<void> {
  const path = join(folders.home, name)
  await writeFile(path, `${line}\n`, { mode: 0o600, flush: true })
  giveToOwner(path, folders.home)
}

async function readPassword({ home, cluster }: Folders): Promise<string> {
  const { uid } = await stat(cluster)
  const me = process.getuid?.() ?? uid
  if (me !== 0 && me !== uid)
    throw new StartError(
      `The database in ${cluster} belongs to another user (${uid}): start as that user, or set another DATA_DIR.`,
    )
  try {
    return (await readFile(join(home, 'password'), 'utf8')).trim()
  } catch (error) {
    throw new StartError(
      `The password of the database in ${cluster} cannot be read: ${(error as Error).message}. Put the file ${join(home, 'password')} back from a backup.`,
      { cause: error },
    )
  }
}

async function initialize(
  { parent, user }: Folders,
  native: string,
  fresh: string,
  password: string,
  durable: boolean,
) {
  // The user may not write into the parent, but needs no more than a folder of its own in it.
  const passwordFile = join(parent, 'password.new')
  await rm(fresh, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [fresh, passwordFile]) await chown(path, user.uid, user.gid)
  try {
    const options = [
      `--pgdata=${fresh}`,
      `--username=${NAME}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorted by code point as in C, but upper and lower case are known beyond ASCII.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]
    await run(program(native, 'initdb'), options, parent, user)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function run(command: string, options: string[], cwd: string, user: Folders['user']) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(command, options, {
      ...user,
      cwd,
      env: cleanEnvironment(),
      windowsHide: true,
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    const failed = (why: string) => reject(new StartError(`The database could not be made: ${why}`))
    child.on('error', (error) => failed(error.message))
    child.on('close', (code) => (code === 0 ? resolve() : failed(output.trim().slice(-2_000))))
  })
}

/** PostgreSQL gets only the variables that it needs: neither our secrets nor a PGPORT of the user. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env
  return {
    LC_ALL: 'C',
    ...(PATH ? { PATH } : {}),
    ...(SystemRoot ? { SystemRoot } : {}),
    ...(TEMP ? { TEMP } : {}),
    ...(TMPDIR ? { TMPDIR } : {}),
  }
}
