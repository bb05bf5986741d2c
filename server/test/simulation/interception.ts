import type { Session } from '../../src/platform/db/session.ts'
import type { Machine } from './machine.ts'

/**
 * Stands between a simulated process and its database. Every function of a store that takes a context, a
 * transaction or a session is called through here, whether it is a model's or the real one. Here a call
 * takes its time, fails, or never returns because its process has died.
 */
export type Handle = {
  machine: Machine
  /** The transaction it is part of, if any. */
  tx?: { aborted: boolean; broken: boolean }
  statement<T>(handle: Handle, what: string, run: () => Promise<T>, args: unknown[]): Promise<T>
  /** A savepoint of the transaction is set, released or rolled back. */
  mark(kind: 'savepoint' | 'release' | 'undo'): void
}

/** By what a store function is handed: the `db` of a context or a transaction, or a session. */
export const handles = new WeakMap<object, Handle>()

/** How each machine opens a session, by the address it was given for the database. */
export const sessionsAt = new Map<string, () => Promise<Session>>()

type Fn = (...args: never[]) => unknown

export function through(what: string, behind: unknown): unknown {
  if (typeof behind !== 'function') return behind
  const fn = behind as (...args: unknown[]) => unknown
  const intercepted = (...args: unknown[]) => {
    const handle = handleOf(args[1]) ?? handleOf(args[0])
    if (!handle) return fn(...args)
    const run = async () => fn(...args)
    if (what.endsWith('.inSavepoint')) return savepoint(handle, run)
    return handle.statement(handle, what, run, args.slice(1))
  }
  return intercepted satisfies Fn
}

function handleOf(arg: unknown): Handle | undefined {
  if (typeof arg !== 'object' || arg === null) return undefined
  const { db } = arg as { db?: object }
  return handles.get(arg) ?? (db && handles.get(db))
}

/** What fails within a savepoint is undone with it; the transaction goes on, if its connection does. */
async function savepoint({ tx, mark }: Handle, run: () => Promise<unknown>): Promise<unknown> {
  mark('savepoint')
  try {
    const result = await run()
    mark('release')
    return result
  } catch (error) {
    if (!tx?.broken) mark('undo')
    if (tx && !tx.broken) tx.aborted = false
    throw error
  }
}
