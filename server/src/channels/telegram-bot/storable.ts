/**
 * Parses JSON and removes characters that PostgreSQL cannot store: U+0000 and half of a surrogate pair. Titles and
 * reasons are written to our tables, and one such character would make the whole statement fail.
 */
export const parseStorable = (json: string): unknown =>
  // Checking each value costs more than the rest of parsing, and hardly any answer needs it.
  UNSTORABLE.test(json) ? JSON.parse(json, storable) : JSON.parse(json)

/** Only escapes can contain them: JSON allows no raw NUL, and UTF-8 no half of a pair. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i

const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
