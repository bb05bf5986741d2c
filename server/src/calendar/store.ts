import { CALENDAR_SLOTS_MAX } from '@carillon/contract/calendar'
import type { WaitCode } from '@carillon/contract/deliveries'
import { sql, type Selectable } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { pending } from '../deliveries/store.ts'
import type { SchedulesTable } from '../planning/tables.ts'
import type { Day } from './days.ts'
import { areUnreachable } from '../groups/reach-store.ts'
import { list } from '../platform/db/lists.ts'
import { readDeletions } from '../occurrences/changes-store.ts'
import { waitsUntil } from '../occurrences/waiting-store.ts'
import type { OccurrencesTable } from '../occurrences/tables.ts'

export type PlannedRow = Pick<Selectable<SchedulesTable>, 'id' | 'source' | 'sourceId' | 'spec'> & {
  nextSlotAt: Date
}

/** The schedules of a user with a next slot before `to`, and those with skips, which may be before. */
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
    .orderBy('nextSlotAt')
    .limit(CALENDAR_SLOTS_MAX)
    .execute()
}

export type MadeRow = Pick<
  Selectable<OccurrencesTable>,
  'id' | 'source' | 'sourceId' | 'scheduleId' | 'slotAt' | 'dueAt' | 'status' | 'reason' | 'sent'
> & {
  /** When the next delivery may be sent, if all remaining ones wait for rules of their groups; and for what it waits. */
  waitsUntil: Date | null
  waitsFor: WaitCode | null
}

/**
 * The occurrences of a user that were due on these days. `cutDays`: when each day begins that has more of them;
 * of such a day the first ones of each source are returned.
 */
export async function readOccurrences(
  reading: Reading,
  userId: string,
  days: readonly Pick<Day, 'from' | 'to'>[],
): Promise<{ rows: MadeRow[]; cutDays: Set<number> }> {
  const most = Math.floor(CALENDAR_SLOTS_MAX / days.length)
  const read = Math.max(most, SEEN_MAX)
  const { rows } = await sql<MadeRow & { day: number; seen: number }>`
    select day::float8, told.*
      from unnest(${days.map(({ from }) => from)}::float8[], ${days.map(({ to }) => to)}::float8[])
           as days (day, next)
     cross join lateral (
       select id, source, source_id, schedule_id, slot_at, due_at, status, reason, sent,
              waits.until as waits_until, waits.code as waits_for, count(*) over ()::int as seen
         from (select *, row_number() over (partition by source_id order by due_at, id) as turn
                 from (select * from occurrences
                        where user_id = ${userId} and due_at >= to_timestamp(day / 1000)
                          and due_at < to_timestamp(next / 1000)
                        order by due_at limit ${read}) as first) as ranked
         left join lateral (
           select min(${waitsUntil('d')}) as until, (array_agg(d.code order by ${waitsUntil('d')}, d.id))[1] as code
             from deliveries d
            where kept_back and finished_at is null
              and d.occurrence_id = ranked.id and ${waitsUntil('d')} is not null
           having count(*) = total - sent - failed - skipped - unconfirmed) as waits on true
        order by turn, due_at limit ${most}) as told`.execute(reading.db)
  const dense = rows.filter(({ seen }) => seen > most || seen === read)
  return { rows, cutDays: new Set(dense.map(({ day }) => day)) }
}

/** The groups that an occurrence was planned for. */
export type PlannedGroups = { groups: number; groupId: string }

/** Most deliveries that are counted for one calendar: this takes about a tenth of a second. */
const COUNTED_MAX = 100_000

/**
 * The groups of occurrences, by id; `first` is returned as the first group if it is one of them. Left out are
 * occurrences that are still being planned, those whose deliveries were deleted, and those with many deliveries if
 * many occurrences are requested.
 */
export async function readPlannedGroups(
  reading: Reading,
  occurrences: readonly { id: string; first: string | undefined }[],
): Promise<Map<string, PlannedGroups>> {
  if (occurrences.length === 0) return new Map()
  const { rows } = await sql<PlannedGroups & { id: string }>`
    select o.id, planned.groups, planned.group_id
      from unnest(${occurrences.map(({ id }) => id)}::uuid[],
                  ${occurrences.map(({ first }) => first ?? null)}::uuid[]) as asked (id, first)
      join occurrences o on o.id = asked.id and o.fan_out_from is null
       and o.total between 1 and ${Math.floor(COUNTED_MAX / occurrences.length)}
     cross join lateral (
       select count(distinct d.group_id)::int as groups,
              coalesce((array_agg(d.group_id) filter (where d.group_id = asked.first))[1],
                       (array_agg(d.group_id order by d.group_id))[1]) as group_id
         from deliveries d where d.occurrence_id = o.id and d.part = 0) as planned
     where planned.groups > 0`.execute(reading.db)
  return new Map(rows.map(({ id, ...planned }) => [id, planned]))
}

/** Those of these occurrences in progress that no group has got, and that can be sent to none of them now. */
export async function findUnreachable(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select d.occurrence_id as id from deliveries d
      join groups g on g.id = d.group_id join accounts a on a.id = g.account_id
     where d.occurrence_id = any(${list(ids)}::uuid[])
     group by d.occurrence_id
    having bool_and(d.status in ${pending}) and ${areUnreachable}`.execute(reading.db)
  return new Set(rows.map(({ id }) => id))
}

/** How many copies of these occurrences were deleted again; those of which none was are left out. */
export async function countDeleted(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const deletions = await readDeletions(reading, ids)
  return new Map([...deletions].map(([id, { count }]) => [id, count]))
}

/** Which of these occurrences were planned for a group; those for which this is unknown are in neither list. */
export async function findPlannedFor(
  reading: Reading,
  ids: readonly string[],
  groupId: string,
): Promise<{ known: ReadonlySet<string>; planned: ReadonlySet<string> }> {
  const { rows } = await sql<{ id: string; planned: boolean }>`
    select o.id, exists (
             select from deliveries d
              where d.occurrence_id = o.id and d.part = 0 and d.group_id = ${groupId}) as planned
      from occurrences o
     where o.id = any(${ids}::uuid[]) and o.fan_out_from is null and o.total > 0
       and exists (select from deliveries d where d.occurrence_id = o.id and d.part = 0)`.execute(
    reading.db,
  )
  return {
    known: new Set(rows.map(({ id }) => id)),
    planned: new Set(rows.filter(({ planned }) => planned).map(({ id }) => id)),
  }
}

/** Most occurrences of one day that are read, so that each source is shown. */
const SEEN_MAX = 2_000

/** The time zone of a user. */
export async function readTimeZone(reading: Reading, userId: string): Promise<string> {
  const user = await reading.db
    .selectFrom('users')
    .select('timeZone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.timeZone ?? 'UTC'
}
