import type { Content } from '@carillon/contract/content/content'
import { sql, type Selectable } from 'kysely'
import { list } from '../platform/db/lists.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { CycleStepsTable } from './tables.ts'
import { shownIn, textCountIn, textIn } from '../content/store.ts'

export type StepRow = Selectable<CycleStepsTable>

/** The steps of cycles, each cycle's in their order. */
export async function readSteps(
  reading: Reading,
  cycleIds: readonly string[],
): Promise<Map<string, StepRow[]>> {
  if (cycleIds.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('cycleSteps')
    .selectAll()
    .where('cycleId', 'in', cycleIds)
    .orderBy('cycleId')
    .orderBy('place')
    .execute()
  return Map.groupBy(rows, (row) => row.cycleId)
}

/** The beginning of the text of a step, and how many texts it has: its own and the variants. */
export type StepText = { text: string; count: number }

/** The text of each step, at most `most` characters of it. */
export async function readStepTexts(
  reading: Reading,
  cycleIds: readonly string[],
  most: number,
): Promise<Map<string, StepText>> {
  if (cycleIds.length === 0) return new Map()
  const body = sql.ref('contents.body')
  const rows = await reading.db
    .selectFrom('cycleSteps')
    .innerJoin('contents', 'contents.id', 'cycleSteps.contentId')
    .select('cycleSteps.id')
    .select(textIn(body, most).as('text'))
    .select(textCountIn(body).as('count'))
    .where('cycleId', 'in', cycleIds)
    .execute()
  return new Map(rows.map(({ id, ...text }) => [id, text]))
}

/** The enabled steps of these cycles that have a last day, with the beginning of their text. */
export async function readDated(
  reading: Reading,
  cycleIds: readonly string[],
): Promise<{ cycleId: string; untilDay: string; text: string }[]> {
  const { rows } = await sql<{ cycleId: string; untilDay: string; text: string }>`
    select s.cycle_id, s.until_day, ${textIn(sql`c.body`, 140)} as text
      from cycle_steps s join contents c on c.id = s.content_id
     where s.cycle_id = any(${list(cycleIds)}::uuid[]) and s.enabled and s.until_day is not null`.execute(
    reading.db,
  )
  return rows
}

/** The contents of the steps of a cycle as they are shown, by step id. */
export async function readStepContents(
  reading: Reading,
  cycleId: string,
): Promise<Map<string, Content>> {
  const rows = await reading.db
    .selectFrom('cycleSteps')
    .innerJoin('contents', 'contents.id', 'cycleSteps.contentId')
    .select('cycleSteps.id')
    .select(shownIn(sql.ref('contents.body')).as('body'))
    .where('cycleId', '=', cycleId)
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** Which of these ids no step uses. */
export async function freeIds(reading: Reading, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${list(ids)}::uuid[]) as asked (id)
     where not exists (select from cycle_steps s where s.id = asked.id)`.execute(reading.db)
  return rows.map(({ id }) => id)
}

/** Replaces the steps of a cycle; steps that stay keep their rows. */
export async function replaceSteps(
  tx: Tx,
  cycleId: string,
  steps: readonly Omit<StepRow, 'cycleId' | 'place'>[],
): Promise<void> {
  const ids = steps.map(({ id }) => id)
  await sql`delete from cycle_steps where cycle_id = ${cycleId} and id <> all(${list(ids)}::uuid[])`.execute(
    tx.db,
  )
  if (steps.length === 0) return
  await tx.db
    .insertInto('cycleSteps')
    .values(steps.map((step, place) => ({ ...step, cycleId, place })))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({
          place: row.ref('excluded.place'),
          contentId: row.ref('excluded.contentId'),
          enabled: row.ref('excluded.enabled'),
          weight: row.ref('excluded.weight'),
          fromDay: row.ref('excluded.fromDay'),
          untilDay: row.ref('excluded.untilDay'),
          maxSends: row.ref('excluded.maxSends'),
        }))
        // Never changes a step of another cycle.
        .whereRef('cycleSteps.cycleId', '=', 'excluded.cycleId'),
    )
    .execute()
}
