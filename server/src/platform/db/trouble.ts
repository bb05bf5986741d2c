/**
 * Classes of PostgreSQL's codes that tell of itself, not of what it was asked: the connection (08), a
 * transaction it gave up (40), no room, memory or connections (53), an operator (57), its system (58).
 */
const CLASSES = new Set(['08', '40', '53', '57', '58'])

/**
 * More of them: a prepared statement that a migration outdated (0A000), a server that only reads since
 * another took over (25006), a lock that did not come in time (55P03).
 */
const CODES = new Set(['0A000', '25006', '55P03'])

/** Of the operating system, when the way to the database is broken. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The messages of pg for a connection that is gone, cannot be opened or does not answer. It has no codes for these. */
const LOST_WORDS =
  /^Connection terminated|not queryable|timeout exceeded when trying to connect|^Query read timeout/

/** Whether an error is the database's own trouble: it passes, and no row is to blame for it. */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return LOST_WORDS.test(error.message)
  return (CLASSES.has(code.slice(0, 2)) && code.length === 5) || CODES.has(code) || LOST.has(code)
}

/**
 * Database errors that one bad row can cause again and again while all others are fine: a timeout (57014), too little
 * memory (53200) or temporary space (53400), a page that cannot be read (58030), and locks or an order that it never
 * gets.
 */
const OF_ONE = new Set(['57014', '53200', '53400', '58030', '55P03', '40001', '40P01'])

/** Whether it is trouble that no single row can be behind. */
export const isOutage = (error: unknown): boolean =>
  isTrouble(error) && !OF_ONE.has(String((error as { code?: unknown }).code))
