import type { FieldProblem } from '@carillon/contract/errors'
import { ApiError, errorWords } from './errors.ts'

/** Where the words of a refused form go: to its fields, and, when no field is theirs, above its buttons. */
export type FormProblems<Path extends string> = {
  fields: { path: Path; message: string }[]
  form?: string
}

/**
 * Sorts what a failed call says into the fields of a form. `fieldOf` answers the field that a place in
 * the request belongs to; without one the words go to the form as a whole.
 */
export function formProblems<Path extends string>(
  error: unknown,
  fieldOf: (path: string) => Path | undefined,
): FormProblems<Path> {
  if (!(error instanceof ApiError) || error.details.length === 0) {
    return { fields: [], form: errorWords(error) }
  }
  const sorted = error.details.map((problem) => ({ problem, path: fieldOf(problem.path) }))
  const fields = sorted.flatMap(({ problem, path }) =>
    path ? [{ path, message: problem.message }] : [],
  )
  const rest = sorted.filter(({ path }) => !path).map(({ problem }) => sentence(problem))
  return { fields, ...(rest.length > 0 ? { form: rest.join(' ') } : {}) }
}

const sentence = ({ path, message }: FieldProblem) => (path ? `${path}: ${message}` : message)
