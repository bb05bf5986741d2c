import { isTrouble } from '../platform/db/trouble.ts'

/**
 * Which failures were caused by the row itself. An error of the database is no row's fault, unless `well`
 * rows succeeded at the same time. Throws if no row is at fault.
 */
export function rowFailures<Failed extends { error: unknown }>(
  failed: readonly Failed[],
  well: number,
): readonly Failed[] {
  const found = well > 0 ? failed : failed.filter(({ error }) => !isTrouble(error))
  const [first] = failed
  if (first && found.length === 0) throw first.error
  return found
}
