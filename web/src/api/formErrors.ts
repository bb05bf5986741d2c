import type { FieldProblem } from '@carillon/contract/errors'
import { ApiError, errorWords } from './errors.ts'

/** The words about a refused form: at its fields or, if they belong to no field, above its buttons. */
export type FormProblems<Path extends string> = {
  fields: { path: Path; message: string }[]
  form?: string
}

/**
 * Assigns the problems of a failed call to the fields of a form. `fieldOf` returns the field that a path in the request
 * belongs to. A problem without a field belongs to the form as a whole.
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
