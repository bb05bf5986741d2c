import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'
import type { InfoLog } from './info-log.ts'
import { canEnter, databaseUser, giveToOwner, type User } from './user.ts'

/** The folders of one embedded database. */
export interface Folders {
  /** DATA_DIR/postgres: password, port, log. */
  home: string
  /** The folder that holds the cluster: the home, or a shared folder when its user cannot enter that. */
  parent: string
  cluster: string
  user: User | undefined
}

/** Unlike the folder for temporary files, it survives a reboot. */
export const SHARED_FOLDER = '/var/lib/carillon'

/** Creates the data directory and returns its real path. */
export async function dataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    return await realpath(dataDir)
  } catch (error) {
    throw new StartError(`DATA_DIR cannot be used: ${(error as Error).message}.`, { cause: error })
  }
}

/** Finds or chooses where the database of this data directory lies, and makes the folders for it. */
export async function foldersFor(data: string, shared: string, log: InfoLog): Promise<Folders> {
  const home = join(data, 'postgres')
  await mkdir(home, { recursive: true })
  giveToOwner(home, data)
  const elsewhere = join(home, 'elsewhere')
  const parent = existsSync(elsewhere) ? await readNotedParent(elsewhere) : home
  const cluster = join(parent, 'data')
  const user = databaseUser(cluster)
  if (!user || parent !== home || (await letUserPass(home, user)))
    return { home, parent, cluster, user }

  const chosen = await choose(shared, user)
  await writeFile(elsewhere, `${chosen}\n`, { mode: 0o600 })
  log.info(`The database lies in ${chosen}: its user cannot enter ${dirname(home)}.`)
  return { home, parent: chosen, cluster: join(chosen, 'data'), user }
}

async function readNotedParent(elsewhere: string): Promise<string> {
  const parent = (await readFile(elsewhere, 'utf8')).trim()
  // Beginning anew here would look like every message had been lost.
  if (!existsSync(parent))
    throw new StartError(
      `${elsewhere} says that the database lies in ${parent}, but nothing is there. Bring it back, or delete that file to begin with an empty database.`,
    )
  return parent
}

/**
 * Lets the database's user pass through our own two folders, never list them. Parents are not ours
 * to open. The database stays in DATA_DIR whenever it can, so that one folder is the whole backup.
 */
async function letUserPass(home: string, user: User): Promise<boolean> {
  if (!canEnter(dirname(dirname(home)), user)) return false
  for (const folder of [dirname(home), home]) {
    const { mode } = await stat(folder)
    if (!canEnter(folder, user)) await chmod(folder, (mode & 0o777) | 0o011)
  }
  return canEnter(home, user)
}

async function choose(shared: string, user: User): Promise<string> {
  const folder = join(shared, `database-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(shared, { recursive: true, mode: 0o755 })
    await mkdir(folder, { mode: 0o711 })
    if (!canEnter(folder, user)) await chown(folder, user.uid, user.gid)
    if (canEnter(folder, user)) return folder
  } catch {
    // Said below: the way on is the same.
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the user it runs as can enter neither DATA_DIR nor ${shared}: set DATA_DIR to a folder that others may enter.`,
  )
}
