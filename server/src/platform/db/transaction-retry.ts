/**
 * Codes of a transaction that PostgreSQL rolled back and asks to repeat: it could not be serialized (40001), or was
 * ended to resolve a deadlock (40P01).
 */
const RETRY_CODES = new Set(['40001', '40P01'])

/** So many failures in a row are no coincidence. */
const TRIES_MAX = 5

/** Does the work, and repeats it when the database asks for that. The work must change nothing but the database. */
export async function retryTransaction<T>(work: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string' || !RETRY_CODES.has(code) || tries === TRIES_MAX) throw error
    return retryTransaction(work, tries + 1)
  }
}
