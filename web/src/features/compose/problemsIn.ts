import type { FieldErrors, FieldValues } from 'react-hook-form'

/** Said of a field of which only parts are wrong, each with words of its own. */
export const IN_PARTS = 'in its parts'

/** What is wrong with the fields of a form, each with its path; what is said of the whole is left out. */
export function problemsIn<V extends FieldValues>(
  errors: FieldErrors<V>,
): { path: string; message: string }[] {
  return Object.entries(errors)
    .filter(([name]) => name !== 'root')
    .flatMap(([name, error]) => problemsAt(name, error))
}

function problemsAt(path: string, error: unknown): { path: string; message: string }[] {
  if (typeof error !== 'object' || error === null) return []
  if ('message' in error && typeof error.message === 'string' && error.message !== IN_PARTS) {
    return [{ path, message: error.message }]
  }
  return Object.entries(error)
    .filter(([name]) => name !== 'ref')
    .flatMap(([name, inner]) => problemsAt(`${path}.${name}`, inner))
}
