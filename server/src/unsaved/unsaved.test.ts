import {
  UNSAVED_LIFETIME_DAYS,
  UNSAVED_FORMS_MAX,
  UNSAVED_SIZE_MAX,
  UNSAVED_SIZE_MAX_TOTAL,
} from '@carillon/contract/unsaved'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import type { UserContext } from '../platform/context.ts'
import { exportUser } from '../users/export.ts'
import { forgetForm, forgetOldForms, keepForm, readForm } from './actions.ts'

const said = (device: string, text: string, rev: number | null = null) => ({
  rev,
  device,
  base: '',
  version: 1,
  fields: { text },
})

const textAt = async (user: UserContext, place: string) =>
  (await readForm(user, place)).form?.fields['text']

test('what was typed on one device is gone on with on another, and forgotten when it is saved', async ({
  app,
}) => {
  const { user } = await createPosting(app, { groups: 1 })
  expect((await readForm(user, 'new')).form).toBeNull()
  const { rev } = await keepForm(user, 'new', said('phone', 'Hello \u0000'))
  expect((await readForm(user, 'new')).form).toMatchObject({ rev, device: 'phone' })
  expect(await textAt(user, 'new')).toBe('Hello \u0000')
  await keepForm(user, 'new', said('desk', 'Hello all', rev))
  // A second tab of the same browser writes over the first one, as its own storage does.
  const last = await keepForm(user, 'new', said('desk', 'Hello you'))
  expect(await textAt(user, 'new')).toBe('Hello you')
  await forgetForm(user, 'new', { rev: last.rev })
  expect((await readForm(user, 'new')).form).toBeNull()
})

test('who saves or throws away theirs deletes nothing that another device wrote meanwhile', async ({
  app,
}) => {
  const { user } = await createPosting(app, { groups: 1 })
  const first = await keepForm(user, 'new', said('phone', 'One'))
  const second = await keepForm(user, 'new', said('desk', 'One and two', first.rev))
  await forgetForm(user, 'new', { rev: first.rev })
  expect(await textAt(user, 'new')).toBe('One and two')

  // A form that is kept after a deletion has a new revision: a device that saw the old one does not mistake it.
  await forgetForm(user, 'new', { rev: second.rev })
  app.clock.advance(1)
  await keepForm(user, 'new', said('phone', 'Anew'))
  await forgetForm(user, 'new', { rev: first.rev })
  const late = keepForm(user, 'new', said('desk', 'Late', first.rev))
  await expect(late).rejects.toMatchObject({ code: 'conflict' })
  expect(await textAt(user, 'new')).toBe('Anew')
})

test('what another device wrote meanwhile is not replaced unseen', async ({ app }) => {
  const { user } = await createPosting(app, { groups: 1 })
  const first = await keepForm(user, 'new', said('phone', 'One'))
  await keepForm(user, 'new', said('desk', 'Two', first.rev))
  const late = keepForm(user, 'new', said('phone', 'Three', first.rev))
  await expect(late).rejects.toMatchObject({
    code: 'conflict',
    extra: { current: { device: 'desk', fields: { text: 'Two' } } },
  })
  expect(await textAt(user, 'new')).toBe('Two')
})

test('the newest of what is too much stay, and after two weeks nothing does', async ({ app }) => {
  const { user } = await createPosting(app, { groups: 1 })
  for (let n = 0; n <= UNSAVED_FORMS_MAX; n += 1) {
    app.clock.advance(1_000)
    await keepForm(user, `cycle-${n}`, said('desk', `Text ${n}`))
  }
  expect((await readForm(user, 'cycle-0')).form).toBeNull()
  expect(await textAt(user, 'cycle-1')).toBe('Text 1')

  const large = 'a'.repeat(UNSAVED_SIZE_MAX - 20)
  const fitting = Math.floor(UNSAVED_SIZE_MAX_TOTAL / UNSAVED_SIZE_MAX)
  for (let n = 0; n <= fitting; n += 1) {
    app.clock.advance(1_000)
    await keepForm(user, `large-${n}`, said('desk', large))
  }
  expect((await readForm(user, 'large-0')).form).toBeNull()
  expect((await readForm(user, 'large-1')).form).not.toBeNull()
  expect((await readForm(user, 'cycle-20')).form).toBeNull()

  app.clock.advance(UNSAVED_LIFETIME_DAYS * 86_400_000)
  expect((await readForm(user, 'large-1')).form).toBeNull()
  await keepForm(user, 'new', said('desk', 'Now'))
  app.clock.advance(1)
  await forgetOldForms(app.ctx)
  const left = await app.ctx.db.selectFrom('unsavedForms').select('place').execute()
  expect(left).toEqual([{ place: 'new' }])
})

test('who writes waits for nobody that writes elsewhere, also where the oldest has to go', async ({
  app,
}) => {
  const { user } = await createPosting(app, { groups: 1 })
  for (let n = 0; n < UNSAVED_FORMS_MAX; n += 1) {
    app.clock.advance(1_000)
    await keepForm(user, `cycle-${n}`, said('desk', `Text ${n}`))
  }
  const phone = await app.pool.connect()
  await phone.query("begin; select from unsaved_forms where place = 'cycle-0' for update")
  app.clock.advance(1_000)
  await keepForm(user, 'new', said('desk', 'Now'))
  await phone.query('rollback')
  phone.release()
  expect(await textAt(user, 'cycle-0')).toBe('Text 0')
  await keepForm(user, 'new', said('desk', 'Now too'))
  expect((await readForm(user, 'cycle-0')).form).toBeNull()
})

test('others see nothing of it, and the export has all of it', async ({ app }) => {
  const { user } = await createPosting(app, { groups: 1 })
  const { user: other } = await createPosting(app, { groups: 1, token: '111:other' })
  const { rev } = await keepForm(user, 'new', said('desk', 'Mine'))
  expect((await readForm(other, 'new')).form).toBeNull()
  await forgetForm(other, 'new', { rev })
  const { data } = JSON.parse((await (await exportUser(user)).toArray()).join(''))
  expect(data.unsaved).toMatchObject([{ place: 'new', fields: { text: 'Mine' } }])
})
