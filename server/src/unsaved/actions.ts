import type { ParsedOf } from '@carillon/contract/endpoint'
import {
  type keepUnsaved,
  UNSAVED_LIFETIME_DAYS,
  UNSAVED_FORMS_MAX,
  UNSAVED_SIZE_MAX_TOTAL,
  type UnsavedForm,
} from '@carillon/contract/unsaved'
import { after, days } from '../platform/clock.ts'
import type { Context, UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import * as store from './store.ts'

/** What was typed into a form and not saved; null without, or when that was too long ago. */
export async function readForm(ctx: UserContext, place: string): Promise<UnsavedForm | null> {
  const row = await store.read(ctx, { userId: ctx.user.id, place })
  return row && row.savedAt > oldest(ctx) ? present(row) : null
}

/**
 * Keeps what a form holds. What another device wrote since this one looked is refused to be replaced, with
 * what it wrote: a person decides which of the two they go on with.
 */
export function keepForm(
  ctx: UserContext,
  place: string,
  { rev, fields, ...said }: ParsedOf<typeof keepUnsaved>['body'],
): Promise<UnsavedForm> {
  const userId = ctx.user.id
  return ctx.transaction(async (tx) => {
    const there = await store.lock(tx, { userId, place })
    const isUnseen = there && there.savedAt > oldest(ctx) && there.rev !== rev
    if (isUnseen && there.device !== said.device) {
      throw new AppError('conflict', 'You wrote here on another device meanwhile.', {
        current: present(there),
      })
    }
    const savedAt = ctx.clock.now()
    const row = { userId, place, ...said, fields: JSON.stringify(fields), savedAt }
    const kept = await store.put(tx, row)
    const size = UNSAVED_SIZE_MAX_TOTAL
    await store.prune(tx, { userId, count: UNSAVED_FORMS_MAX, size, since: oldest(ctx) })
    return present(kept)
  })
}

/** Forgets what a form held, if it is still this; what another device has written meanwhile stays. */
export const forgetForm = (ctx: UserContext, place: string, rev: number): Promise<void> =>
  ctx.transaction((tx) => store.remove(tx, { userId: ctx.user.id, place, rev }))

/** Deletes what nobody went on with for too long. */
export const forgetOldForms = (ctx: Context): Promise<void> =>
  ctx.transaction((tx) => store.removeBefore(tx, oldest(ctx)))

/** What a person's export has of their forms; the rows go with the person's. */
export const unsavedData = {
  name: 'unsaved',
  async *export(ctx: Context, userId: string) {
    const rows = await store.list(ctx, userId, oldest(ctx))
    yield rows.map((row) => ({ place: row.place, ...present(row) }))
  },
}

const oldest = ({ clock }: Pick<Context, 'clock'>): Date =>
  after(clock.now(), -days(UNSAVED_LIFETIME_DAYS))

function present({ rev, savedAt, device, base, version, fields }: store.UnsavedRow): UnsavedForm {
  const read: UnsavedForm['fields'] = JSON.parse(fields)
  return { rev, savedAt: savedAt.toISOString(), device, base, version, fields: read }
}
