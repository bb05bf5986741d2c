/**
 * Reads JSON without what our tables cannot keep: titles and reasons go there, and U+0000 or half of a
 * surrogate pair would hold up all that is written with it.
 */
export const parseStorable = (json: string): unknown =>
  // Looking at each value costs more than all the rest of reading an answer, and hardly any needs it.
  UNSTORABLE.test(json) ? JSON.parse(json, storable) : JSON.parse(json)

/** Only escapes can bring them: neither a NUL in JSON nor half a pair in UTF-8 is read at all. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i

const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
