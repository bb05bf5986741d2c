import type {
  FromForm as FromFormSchema,
  SavedForm as SavedFormSchema,
} from '@carillon/contract/schemas/unsaved'
import type { z } from 'zod'
import type { HandlerResultOf, ParsedOf } from '@carillon/contract/endpoint'
import {
  CREATED_FORMS_DAYS,
  CREATED_FORMS_MAX,
  type forgetUnsaved,
  type getUnsaved,
  type keepUnsaved,
  UNSAVED_LIFETIME_DAYS,
  UNSAVED_FORMS_MAX,
  UNSAVED_SIZE_MAX_TOTAL,
  type UnsavedForm,
} from '@carillon/contract/unsaved'
import { after, days } from '../platform/clock.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import * as store from './store.ts'

/**
 * The newest form at a place that was typed and not saved, first of those that the asking device does not have itself;
 * null without, or if that was too long ago. With a form id also what was created from that form.
 */
export async function readForm(
  ctx: UserContext,
  place: string,
  { formId, device, has = '' }: ParsedOf<typeof getUnsaved>['query'] = {},
): Promise<HandlerResultOf<typeof getUnsaved>> {
  const userId = ctx.user.id
  const own = { device: device ?? '', formIds: has.split(',') }
  const row = await store.readNewest(ctx, { userId, place, own, since: oldest(ctx) })
  return {
    form: row ? await present(ctx, row) : null,
    created: await createdFrom(ctx, { userId, formId: formId ?? '' }),
  }
}

async function createdFrom(reading: Reading, form: { userId: string; formId: string }) {
  const created = form.formId ? await store.readCreated(reading, form) : undefined
  return created ? { id: created.createdId, at: created.createdAt.toISOString() } : null
}

/**
 * Keeps what a form holds. What another device wrote since this one looked is refused to be replaced, with
 * what it wrote: a person decides which of the two they go on with.
 */
export function keepForm(
  ctx: UserContext,
  place: string,
  { rev, fields, formId = '', ...said }: ParsedOf<typeof keepUnsaved>['body'],
): Promise<UnsavedForm> {
  const userId = ctx.user.id
  return ctx.transaction(async (tx) => {
    const there = await store.lock(tx, { userId, place, formId })
    const isUnseen = there && there.savedAt > oldest(ctx) && there.rev !== rev
    if (isUnseen && there.device !== said.device) {
      throw new AppError('conflict', 'You wrote here on another device meanwhile.', {
        current: await present(tx, there),
      })
    }
    const savedAt = ctx.clock.now()
    const row = { userId, place, formId, ...said, fields: JSON.stringify(fields), savedAt }
    const kept = await store.put(tx, row)
    const size = UNSAVED_SIZE_MAX_TOTAL
    await store.prune(tx, { userId, count: UNSAVED_FORMS_MAX, size, since: oldest(ctx) })
    return present(tx, kept)
  })
}

/** Forgets what a form held; what another device has written there meanwhile stays. */
export const forgetForm = (
  ctx: UserContext,
  place: string,
  { formId = '', ...what }: ParsedOf<typeof forgetUnsaved>['body'],
): Promise<void> =>
  ctx.transaction((tx) => store.remove(tx, { userId: ctx.user.id, place, formId, ...what }))

/** The form that something is created from, and the device that saves it. Without a form id nothing prevents a second creation. */
export type FromForm = z.output<typeof FromFormSchema>

/**
 * Notes what the transaction creates from a form, so that nothing else is created from it, and forgets what its device
 * has stored or seen of it; what another device has typed since stays. If something was created from it before, it throws
 * `conflict` with its present state, which `read` returns; null if that is deleted. Of two at once the second waits for
 * the first.
 */
export async function claimForm(
  ctx: UserContext,
  tx: Tx,
  { from, createdId }: { from: FromForm; createdId: string },
  read: (id: string) => Promise<unknown>,
): Promise<void> {
  const { formId, attempt = '' } = from
  if (!formId) return
  const form = { userId: ctx.user.id, formId }
  const row = { ...form, createdId, attempt, createdAt: ctx.clock.now() }
  if (await store.insertCreated(tx, row)) {
    await forgetSaved(ctx, tx, from)
    return store.pruneCreated(tx, form.userId, CREATED_FORMS_MAX)
  }
  const before = await store.readCreated(tx, form)
  const current = (before && (await read(before.createdId))) ?? null
  throw new AppError('conflict', 'This was saved before.', {
    current,
    attempt: before?.attempt ?? '',
  })
}

/** The unsaved form that a change saves, and the device that does. */
export type SavedForm = z.output<typeof SavedFormSchema>

/** Forgets, of a form that the transaction saves, what its device has stored or seen; what another device has typed since stays. */
export async function forgetSaved(
  { user }: UserContext,
  tx: Tx,
  { formId, device, unsavedRev }: SavedForm,
): Promise<void> {
  if (formId) await store.remove(tx, { userId: user.id, formId, device, rev: unsavedRev ?? null })
}

/** Deletes what nobody went on with for too long, and what was created from forms that no device has any more. */
export const forgetOldForms = (ctx: Context): Promise<void> =>
  ctx.transaction(async (tx) => {
    await store.removeBefore(tx, oldest(ctx))
    await store.forgetCreatedBefore(tx, after(ctx.clock.now(), -days(CREATED_FORMS_DAYS)))
  })

/**
 * What a person's export has of their forms; the rows go with the person's. From which form a message or a cycle was
 * created is left out: the export has what was created, and the note only prevents a second creation.
 */
export const unsavedData = {
  name: 'unsaved',
  async *export(ctx: Context, userId: string) {
    const rows = await store.list(ctx, userId, oldest(ctx))
    yield await Promise.all(
      rows.map(async (row) => ({ place: row.place, ...(await present(ctx, row)) })),
    )
  },
}

const oldest = ({ clock }: Pick<Context, 'clock'>): Date =>
  after(clock.now(), -days(UNSAVED_LIFETIME_DAYS))

async function present(reading: Reading, row: store.UnsavedRow): Promise<UnsavedForm> {
  const { formId, rev, device, base, version } = row
  const fields: UnsavedForm['fields'] = JSON.parse(row.fields)
  const created = await createdFrom(reading, row)
  return { formId, rev, savedAt: row.savedAt.toISOString(), created, device, base, version, fields }
}
