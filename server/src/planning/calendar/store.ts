import { sql, type Selectable } from 'kysely'
import type { OccurrencesTable } from '../../deliveries/tables.ts'
import type { Reading } from '../../platform/context.ts'
import type { SchedulesTable } from '../tables.ts'

export type PlannedRow = Pick<Selectable<SchedulesTable>, 'id' | 'source' | 'sourceId' | 'spec'> & {
  nextSlotAt: Date
}

/** The schedules of a user that go on before `to`, or leave something out, which may lie before. */
export async function readSchedules(
  reading: Reading,
  userId: string,
  to: Date,
): Promise<PlannedRow[]> {
  return reading.db
    .selectFrom('schedules')
    .select(['id', 'source', 'sourceId', 'spec'])
    .select((row) => row.ref('nextSlotAt').$notNull().as('nextSlotAt'))
    .where('userId', '=', userId)
    .where('nextSlotAt', 'is not', null)
    .where((or) => or.or([or('nextSlotAt', '<', to), sql<boolean>`spec ? 'skips'`]))
    .execute()
}

export type MadeRow = Pick<
  Selectable<OccurrencesTable>,
  'id' | 'source' | 'sourceId' | 'scheduleId' | 'slotAt' | 'dueAt' | 'status' | 'reason'
>

/** What a user's slots became that were due in this time. */
export async function readOccurrences(
  reading: Reading,
  userId: string,
  from: Date,
  to: Date,
): Promise<MadeRow[]> {
  return reading.db
    .selectFrom('occurrences')
    .select(['id', 'source', 'sourceId', 'scheduleId', 'slotAt', 'dueAt', 'status', 'reason'])
    .where('userId', '=', userId)
    .where('dueAt', '>=', from)
    .where('dueAt', '<', to)
    .execute()
}

/** The zone a user lives in. */
export async function readTimeZone(reading: Reading, userId: string): Promise<string> {
  const user = await reading.db
    .selectFrom('users')
    .select('timeZone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.timeZone ?? 'UTC'
}
