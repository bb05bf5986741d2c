import { LOCALE_DEFAULT } from '@carillon/contract/content/run'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'

/** How a person reads the time. */
export type Reader = { timeZone: string; locale: string }

/** How these people read the time, by id. */
export async function readReaders(
  reading: Reading,
  userIds: readonly string[],
): Promise<Map<string, Reader>> {
  const { rows } = await sql<Reader & { id: string }>`${prepared}
    select id, time_zone, coalesce(preferences ->> 'locale', ${LOCALE_DEFAULT}::text) as locale
      from users where id = any(${list(userIds)}::text[])`.execute(reading.db)
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}
