import type { FieldProblem } from '@carillon/contract/errors'

/**
 * The texts within a value that PostgreSQL has no way to keep: those with U+0000 or half of a surrogate
 * pair. JSON can say both, and nobody can see them.
 */
export function unstorable(value: unknown, path: readonly string[] = []): FieldProblem[] {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\0')
    return isStorable ? [] : [{ path: path.join('.'), message: WORDS }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorable(inner, [...path, key]))
}

const WORDS = 'There is a character in here that cannot be shown or kept. Type this anew.'
