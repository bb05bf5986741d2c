import type { ChannelKind } from '@carillon/contract/config'
import { SUMMARY_GROUPS_MAX } from '@carillon/contract/messages'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { areUnreachable, isReachable } from '../groups/reach-store.ts'
import type { GroupsTable } from '../groups/tables.ts'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading, Tx } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { QuietGroups } from '../sending/rules.ts'

/** The tables of the groups of a series, in the order they were chosen. */
const TABLES = {
  message: { table: 'message_groups', id: 'message_id', order: 'position' },
  cycle: { table: 'cycle_groups', id: 'cycle_id', order: 'place' },
} as const satisfies Record<SourceKind, object>

/** The fields of a group that are checked before something is sent there. */
export type ChosenGroup = Pick<
  Selectable<GroupsTable>,
  'id' | 'channel' | 'status' | 'reason' | 'title' | 'topics'
>

/** A group that a series is sent to, with topics in it (none: the group itself). */
export type Target = { groupId: string; topics: string[] }

/** The first groups of a series, and how many it goes to. */
export type FirstGroups = { groupIds: string[]; groupCount: number }

/** Two groups that turned out to be one chat: the one that stays, and the one that is removed. */
type Merged = { kept: string; gone: string }

/** A condition: the row with the alias `series` is sent to this group. */
export const hasGroup = (source: SourceKind, groupId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const { table, id } = TABLES[source]
  return sql`exists (select from ${sql.table(table)} t where t.${sql.ref(id)} = series.id
    and t.group_id = ${groupId})`
}

/** A condition: the row with the alias `series` is sent to a group of one of these channels. */
export const hasChannel = (
  source: SourceKind,
  channels: readonly ChannelKind[],
): RawBuilder<boolean> => {
  const { table, id } = TABLES[source]
  return sql`exists (select from ${sql.table(table)} t join groups g on g.id = t.group_id
    where t.${sql.ref(id)} = series.id and g.channel = any(${list(channels)}::text[]))`
}

/**
 * A condition: the row with the alias `series` has no group to which something can be sent now. Almost every row has
 * one, and its other groups are not read then (1,000 rows of 500 groups: 15 ms instead of a second, 2026-11).
 */
const reachesNoGroup = (source: SourceKind): RawBuilder<boolean> => {
  const { table, id } = TABLES[source]
  const groups = sql`from ${sql.table(table)} t
    join groups g on g.id = t.group_id join accounts a on a.id = g.account_id
    where t.${sql.ref(id)} = series.id and g.status <> 'removed'`
  return sql`(not exists (select ${groups} and ${isReachable}) and (select ${areUnreachable} ${groups}))`
}

/**
 * A condition: the row with the alias `series` needs a person, because its attention says so, or because it is to come
 * and reaches no group.
 */
export const needsAttention = (source: SourceKind): RawBuilder<boolean> =>
  sql`(series.attention is not null or (series.next_at is not null and ${reachesNoGroup(source)}))`

/** Those of these groups that belong to the user. */
export async function readGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<ChosenGroup[]> {
  const { rows } = await sql<ChosenGroup>`${prepared}
    select id, channel, status, reason, title, topics from groups
     where user_id = ${userId} and kind <> 'own' and id = any(${list(ids)}::uuid[])`.execute(
    reading.db,
  )
  return rows
}

/** The statements about the groups of a series that are the same for every source. */
export function targetsOf(source: SourceKind) {
  const names = TABLES[source]
  const [table, place] = [sql.table(names.table), sql.ref(names.order)]
  /** The column that names the series, in the table that is called `t`. */
  const owner = sql.ref(`t.${names.id}`)
  /** Removed groups are not shown. */
  const isKept = sql`not exists (select from groups g where g.id = t.group_id and g.status = 'removed')`

  return {
    async replaceTargets(tx: Tx, id: string, targets: readonly Target[]): Promise<void> {
      await sql`delete from ${table} t where ${owner} = ${id}`.execute(tx.db)
      if (targets.length === 0) return
      await sql`
        insert into ${table} (${sql.ref(names.id)}, group_id, ${place}, topics)
        select ${id}, (target ->> 'groupId')::uuid, n,
               array(select jsonb_array_elements_text(target -> 'topics'))
          from jsonb_array_elements(${JSON.stringify(targets)}::jsonb)
               with ordinality as chosen (target, n)`.execute(tx.db)
    },

    /** The groups that a series goes to, without those that were removed. */
    async readChosen(reading: Reading, id: string): Promise<ChosenGroup[]> {
      const { rows } = await sql<ChosenGroup>`${prepared}
        select g.id, g.channel, g.status, g.reason, g.title, g.topics
          from ${table} t join groups g on g.id = t.group_id
         where ${owner} = ${id} and g.status <> 'removed' order by t.${place}`.execute(reading.db)
      return rows
    },

    /** The first groups of each series, and how many it goes to. */
    async readFirstGroups(
      reading: Reading,
      ids: readonly string[],
    ): Promise<Map<string, FirstGroups>> {
      const { rows } = await sql<{ id: string } & FirstGroups>`${prepared}
        select asked.id, coalesce(first.ids, '{}') as group_ids,
               (select count(*)::int from ${table} t where ${owner} = asked.id and ${isKept}) as group_count
          from unnest(${list(ids)}::uuid[]) as asked (id)
         cross join lateral (
           select array_agg(group_id order by place)::text[] as ids
             from (select group_id, ${place} as place from ${table} t
                    where ${owner} = asked.id and ${isKept}
                    order by 2 limit ${SUMMARY_GROUPS_MAX}) as few) as first`.execute(reading.db)
      return new Map(rows.map(({ id, ...groups }) => [id, groups]))
    },

    /** The quiet hours of the groups that each series can go to; groups with the same ones are counted together. */
    async readQuiet(reading: Reading, ids: readonly string[]): Promise<Map<string, QuietGroups[]>> {
      const { rows } = await sql<QuietGroups & { id: string }>`
        select ${owner} as id, g.quiet_hours, coalesce(g.time_zone, u.time_zone) as time_zone,
               count(*)::int as groups
          from ${table} t join groups g on g.id = t.group_id join users u on u.id = g.user_id
         where ${owner} = any(${list(ids)}::uuid[]) and g.status in ('active', 'limited')
           and g.quiet_hours is not null
         group by 1, 2, g.time_zone, u.time_zone`.execute(reading.db)
      return Map.groupBy(rows, (row) => row.id)
    },

    /** Those of these series that have no group to which something can be sent now. */
    async readUnreachable(reading: Reading, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ id: string }>`
        select id from unnest(${list(ids)}::uuid[]) as series (id)
         where ${reachesNoGroup(source)}`.execute(reading.db)
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * Replaces a removed group by the one that stays, at its place, in each series that does not go there
     * already. Answers the ids of these series.
     */
    async mergeTargets(tx: Tx, { kept, gone }: Merged): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update ${table} t set group_id = ${kept}
         where group_id = ${gone} and not exists (
           select 1 from ${table} other
            where other.${sql.ref(names.id)} = ${owner} and other.group_id = ${kept})
        returning ${owner} as id`.execute(tx.db)
      return rows.map(({ id }) => id)
    },
  }
}
