import type { Content } from '@carillon/contract/content/content'
import { sql } from 'kysely'
import { shownIn } from '../content/store.ts'
import type { Reading } from '../platform/context.ts'

/** A content that a message has or had, and how many of its runs sent it. */
export type Version = {
  contentId: string
  content: Content
  at: Date
  runs: number
  lastRunAt: Date | null
}

/** How many of the latest runs are read: almost three years of a daily message. */
const RUNS_MAX = 1_000

/** The current content of a message, those that its latest runs sent, and those that were saved and never sent; newest first. */
export async function findVersions(
  reading: Reading,
  { id, contentId }: { id: string; contentId: string },
  most: number,
): Promise<Version[]> {
  // A run sends one content to all of its groups, so one of its deliveries is enough.
  const { rows } = await sql<Version>`
    with runs as materialized (
      select id, due_at from occurrences
      where source = 'message' and source_id = ${id} and sent + unconfirmed > 0
      order by due_at desc, id desc limit ${RUNS_MAX}),
    sent_contents as materialized (
      select d.content_id, count(*)::int as runs, max(runs.due_at) as last_run_at
      from runs cross join lateral (
        select d.content_id from deliveries d where d.occurrence_id = runs.id limit 1) d
      group by d.content_id)
    select c.id as content_id, ${shownIn(sql`c.body`)} as content, c.created_at as at, coalesce(sent_contents.runs, 0) as runs,
      sent_contents.last_run_at
    from contents c left join sent_contents on sent_contents.content_id = c.id
    where c.id = ${contentId} or c.id = any(array(select content_id from sent_contents))
      or c.id = any(array(select content_id from replaced_contents where message_id = ${id}))
    order by c.created_at desc, c.id desc limit ${most}`.execute(reading.db)
  return rows
}

/**
 * Whether no run of a message has used its current content. False if it has `RUNS_MAX` runs or more, because older ones
 * are not read.
 */
export async function isUnused(
  reading: Reading,
  { id, contentId }: { id: string; contentId: string },
): Promise<boolean> {
  const { rows } = await sql<{ unused: boolean }>`
    with runs as materialized (
      select id, decided from occurrences
      where source = 'message' and source_id = ${id} order by due_at desc, id desc limit ${RUNS_MAX})
    select (select count(*) from runs) < ${RUNS_MAX} and not exists (
      select from runs where decided -> 'contents' ? ${contentId}
        or (select d.content_id from deliveries d where d.occurrence_id = runs.id limit 1) = ${contentId}
    ) as unused`.execute(reading.db)
  return rows[0]!.unused
}
