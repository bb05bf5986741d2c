import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { CreatedFormsTable, UnsavedFormsTable } from './tables.ts'

export type UnsavedRow = Selectable<UnsavedFormsTable>

/** What the user has typed since then, the newest first. */
export const list = (ctx: Reading, userId: string, since: Date): Promise<UnsavedRow[]> =>
  ctx.db
    .selectFrom('unsavedForms')
    .selectAll()
    .where('userId', '=', userId)
    .where('savedAt', '>', since)
    .orderBy('savedAt', 'desc')
    .execute()

/** The newest form at a place; last come those that a device has written and still has itself. */
export const readNewest = (
  ctx: Reading,
  at: {
    userId: string
    place: string
    own: { device: string; formIds: readonly string[] }
    since: Date
  },
): Promise<UnsavedRow | undefined> =>
  ctx.db
    .selectFrom('unsavedForms')
    .selectAll()
    .where('userId', '=', at.userId)
    .where('place', '=', at.place)
    .where('savedAt', '>', at.since)
    .orderBy(({ eb, and }) =>
      and([eb('device', '=', at.own.device), eb('formId', 'in', at.own.formIds)]),
    )
    .orderBy('savedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

type Form = Pick<UnsavedRow, 'userId' | 'place' | 'formId'>

/** What is stored of a form, locked. */
export const lock = (tx: Tx, { userId, place, formId }: Form): Promise<UnsavedRow | undefined> =>
  tx.db
    .selectFrom('unsavedForms')
    .selectAll()
    .where('userId', '=', userId)
    .where('place', '=', place)
    .where('formId', '=', formId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Writes it in the place of what stands there. Its rev is from the clock, so that it is never one of a form that was
 * forgotten before.
 */
export const put = (tx: Tx, row: Omit<UnsavedRow, 'rev'>): Promise<UnsavedRow> =>
  tx.db
    .insertInto('unsavedForms')
    .values({ ...row, rev: row.savedAt.getTime() })
    .onConflict((there) =>
      there.columns(['userId', 'place', 'formId']).doUpdateSet({
        device: row.device,
        base: row.base,
        version: row.version,
        fields: row.fields,
        savedAt: row.savedAt,
        rev: sql`greatest(unsaved_forms.rev + 1, ${row.savedAt.getTime()}::bigint)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes what is stored of a form, at this place or any, if it is this `rev` or was written by this device. */
export async function remove(
  tx: Tx,
  { userId, place, formId, rev, device = '' }: Removed,
): Promise<void> {
  await tx.db
    .deleteFrom('unsavedForms')
    .where('userId', '=', userId)
    .where('formId', '=', formId)
    .$if(place !== undefined, (query) => query.where('place', '=', place ?? ''))
    .where(({ eb, or }) => or([eb('rev', '=', rev ?? 0), eb('device', '=', device)]))
    .execute()
}

type Removed = Omit<Form, 'place'> & {
  place?: string
  rev: number | null
  device?: string | undefined
}

type CreatedForm = Pick<CreatedFormsTable, 'userId' | 'formId'>

/** What was created from a form. */
export const readCreated = (
  ctx: Reading,
  { userId, formId }: CreatedForm,
): Promise<CreatedFormsTable | undefined> =>
  ctx.db
    .selectFrom('createdForms')
    .selectAll()
    .where('userId', '=', userId)
    .where('formId', '=', formId)
    .executeTakeFirst()

/** Notes what is created from a form; false if something was created from it before. */
export async function insertCreated(tx: Tx, row: CreatedFormsTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('createdForms')
    .values(row)
    .onConflict((there) => there.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets the oldest forms of a user of which more than so many are known. */
export async function pruneCreated(tx: Tx, userId: string, count: number): Promise<void> {
  await sql`
    delete from created_forms where user_id = ${userId} and created_at < (
      select created_at from created_forms where user_id = ${userId}
      order by created_at desc offset ${count - 1} limit 1)`.execute(tx.db)
}

export async function forgetCreatedBefore(tx: Tx, at: Date): Promise<void> {
  await tx.db.deleteFrom('createdForms').where('createdAt', '<=', at).execute()
}

export async function removeBefore(tx: Tx, at: Date): Promise<void> {
  await tx.db.deleteFrom('unsavedForms').where('savedAt', '<=', at).execute()
}

/** Deletes what is too old or too much of a user's; the newest stays, and so does what is just being written. */
export async function prune(
  tx: Tx,
  { userId, count, size, since }: { userId: string; count: number; size: number; since: Date },
): Promise<void> {
  await sql`
    with ranked as (
      select place, form_id, saved_at,
        row_number() over newest as n, sum(length(fields)) over newest as size
      from unsaved_forms where user_id = ${userId}
      window newest as (order by saved_at desc, place, form_id rows unbounded preceding)),
    -- Two that write at once would else wait for each other's rows.
    surplus as (
      select f.place, f.form_id from unsaved_forms f
      join ranked on ranked.place = f.place and ranked.form_id = f.form_id
      where f.user_id = ${userId} and (ranked.n > ${count} or ranked.size > ${size} or ranked.saved_at <= ${since})
      for update of f skip locked)
    delete from unsaved_forms f using surplus
    where f.user_id = ${userId} and f.place = surplus.place and f.form_id = surplus.form_id`.execute(
    tx.db,
  )
}
