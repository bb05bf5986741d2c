import { StartError } from '../errors.ts'
import type { Migration } from './migrate.ts'

/** The first migration of every database from before the first release; those migrations are one schema now. */
const BEFORE_THE_FIRST_RELEASE = '0001_users.sql'

/**
 * Refuses a database that a newer program made, that is from before the first release, or that is part of a backup:
 * it would fail later, where nobody sees why. `tables` are those of the database. Throws StartError before anything is
 * changed.
 */
export function checkMigrationState(
  files: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  tables: ReadonlySet<string>,
): void {
  const known = new Set(files.map(({ name }) => name))
  if (applied.has(BEFORE_THE_FIRST_RELEASE) && !known.has(BEFORE_THE_FIRST_RELEASE))
    throw new StartError(
      'This database was made by a version from before the first release of Carillon, and cannot be brought up to date. Nothing was changed. Start with a new, empty database: name one in DATABASE_URL or, without DATABASE_URL, set DATA_DIR to a new folder.',
    )

  const newer = [...applied.keys()].filter((name) => !known.has(name)).toSorted()
  if (newer.length > 0)
    throw new StartError(
      `A newer version of Carillon has used this database: ${newer.join(', ')} is not known here. Nothing was changed. Start that version or a later one, or restore a backup from before the update.`,
    )

  const changed = files.find(({ name, hash }) => applied.has(name) && applied.get(name) !== hash)
  if (changed)
    throw new StartError(
      `Migration ${changed.name} was changed after it had been applied. Start the version of Carillon that this database belongs to.`,
    )

  const expected = files.filter(({ name }) => applied.has(name)).flatMap(tablesOf)
  const missing = expected.filter((table) => !tables.has(table))
  if (missing.length > 0)
    throw new StartError(
      `This database lacks tables that it had (${some(missing)}): it looks like a part of a backup. Nothing was changed. Restore the whole backup, or name an empty database in DATABASE_URL.`,
    )

  if (applied.size > 0) return
  const found = files.flatMap(tablesOf).filter((table) => tables.has(table))
  if (found.length > 0)
    throw new StartError(
      `This database has tables (${some(found)}), but no record in the table migrations of how they were made: it is a part of a backup, or belongs to another program. Nothing was changed. Restore the whole backup, or name an empty database in DATABASE_URL.`,
    )
}

/** Our migrations neither drop nor rename a table: the previous version must be able to run at the same time. */
const tablesOf = ({ sql }: Migration) =>
  [...sql.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, table = '']) => table)

const SHOWN = 5

const some = (tables: readonly string[]) =>
  tables.length > SHOWN
    ? `${tables.slice(0, SHOWN).join(', ')} and ${tables.length - SHOWN} more`
    : tables.join(', ')
