/**
 * For JSON.parse: titles and reasons go into our tables, which can keep neither U+0000 nor half of a
 * surrogate pair; one of them would hold up all that is written with it.
 */
export const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
