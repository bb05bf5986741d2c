/**
 * A list of ids or numbers as PostgreSQL reads it. The driver looks into each for what must be escaped,
 * and nothing in these must be: a tenth of Node's time for planning (measured 2026-11).
 */
export const list = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** A list of instants in milliseconds since 1970, to be read as float8[] and by `to_timestamp(one / 1000)`. */
export const millis = (instants: readonly (Date | null)[]): string =>
  list(instants.map((at) => at && at.getTime()))

/** One column of rows, to be unnested: statements stay the same however many rows there are. */
export const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] =>
  rows.map((row) => row[key])
