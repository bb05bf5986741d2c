import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from './errors.ts'

/** Makes DATA_DIR if it is not there and checks that it can be used. Throws StartError. */
export function openDataDir(path: string): void {
  try {
    make(path)
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR (${path}) cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** With its parents. Node's own way never ends where the system says ENOENT for a new folder, as in /proc. */
function make(path: string): void {
  if (existsSync(path)) return
  make(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process that starts now may have been first.
    if (!existsSync(path)) throw error
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it, or a part of its path, is a file. Name a folder.'
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there. Give the folder to this user, or name another one.'
    case 'EROFS':
      return 'that disk can only be read. Name a folder on another one.'
    case 'ENOENT':
      return 'it cannot be made there. Make the folder, or name another one.'
    default:
      return `${message}.`
  }
}
