import { isTrouble } from '../platform/db/trouble.ts'

/**
 * Those of what failed that are to blame for it. Trouble of the database is nobody's fault, unless others,
 * of which `well` went as they should, show that all is well with it. Where nobody is to blame it is thrown.
 */
export function blamed<Failed extends { error: unknown }>(
  failed: readonly Failed[],
  well: number,
): readonly Failed[] {
  const found = well > 0 ? failed : failed.filter(({ error }) => !isTrouble(error))
  const [first] = failed
  if (first && found.length === 0) throw first.error
  return found
}
