/**
 * What PostgreSQL asks to be done again: a transaction that could not be serialized (40001) or that it
 * chose to end a deadlock (40P01). Nothing of it has happened.
 */
const ASKS_AGAIN = new Set(['40001', '40P01'])

/** Whoever is refused this often in a row meets more than a coincidence. */
const TRIES_MAX = 5

/** Does the work, and again when the database asks for it. The work must change nothing but the database. */
export async function again<T>(work: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string' || !ASKS_AGAIN.has(code) || tries === TRIES_MAX) throw error
    return again(work, tries + 1)
  }
}
