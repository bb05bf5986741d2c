import { CREATED_FORMS_DAYS, CREATED_FORMS_MAX } from '@carillon/contract/unsaved'
import { cycleInput } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { createCycle, updateCycle } from '../cycles/actions.ts'
import { createMessage, updateMessage } from '../messages/actions.ts'
import { deleteMessage } from '../messages/deletion.ts'
import { forgetOldForms, keepForm, readForm } from './actions.ts'

const written = (formId: string, device = 'phone') => ({
  rev: null,
  device,
  formId,
  base: '',
  version: 1,
  fields: { text: formId },
})

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code, extra }: { code: string; extra: object }): object => ({ code, ...extra }),
  )

test('of a form that is saved on two devices at once one message is made, and the other device is given it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const input = { ...messageInput(groupIds), formId: 'one' }
  const both = await Promise.allSettled([createMessage(user, input), createMessage(user, input)])
  const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ code: 'conflict', extra: { current: { id: made!.id } } }])
  const { rows } = await app.pool.query('select id from messages')
  expect(rows).toEqual([{ id: made!.id }])
})

test('what is saved again is answered with its present state, and with none once it is deleted', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const input = messageInput(groupIds)
  const made = await createMessage(user, { ...input, formId: 'one', attempt: 'first' })
  // Unchanged since: what is typed after a lost answer may change it without a question.
  expect(made.editedRev).toBe(1)
  const content = { kind: 'text' as const, text: 'Changed' }
  const changed = await updateMessage(user, made.id, { ...input, content, rev: made.rev })
  const again = () => refusal(createMessage(user, { ...input, formId: 'one' }))
  expect(await again()).toEqual({ code: 'conflict', current: changed, attempt: 'first' })
  expect(changed.editedRev).toBe(2)
  await deleteMessage(user, made.id)
  expect(await again()).toEqual({ code: 'conflict', current: null, attempt: 'first' })
  // Another form, and what programs create without one, is not held back.
  await createMessage(user, { ...input, formId: 'two' })
  await createMessage(user, input)
  await createMessage(user, input)
})

test('a refused save makes nothing of its form, so that it can be mended and saved', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const empty = {
    ...messageInput(groupIds),
    content: { kind: 'text' as const, text: '' },
    formId: 'one',
  }
  expect(await refusal(createMessage(user, empty))).toMatchObject({ code: 'invalid' })
  await createMessage(user, { ...messageInput(groupIds), formId: 'one' })
})

test('a cycle is made once of its form, also on the tier that allows one', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const made = await createCycle(user, { ...cycleInput(groupIds), formId: 'one' })
  expect(made.editedRev).toBe(1)
  const again = await refusal(createCycle(user, { ...cycleInput(groupIds), formId: 'one' }))
  expect(again).toMatchObject({ code: 'conflict', current: { id: made.id } })
})

test('what was saved is no longer offered; what another device typed on meanwhile is, with what was saved', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const { rev } = await keepForm(user, 'new', written('one'))
  const input = messageInput(groupIds)
  const { id } = await createMessage(user, { ...input, formId: 'one', device: 'phone' })
  const read = () => readForm(user, 'new', { formId: 'one' })
  expect(await read()).toMatchObject({ form: null, created: { id } })

  // A device that goes on with it, and has seen what it saves.
  await keepForm(user, 'new', written('two'))
  const refused = await refusal(keepForm(user, 'new', written('two', 'desk')))
  expect(refused).toMatchObject({ code: 'conflict', current: { fields: { text: 'two' } } })
  const { rev: seen } = (refused as { current: { rev: number } }).current
  await createMessage(user, { ...input, formId: 'two', device: 'desk', unsavedRev: seen })
  expect((await read()).form).toBeNull()

  // A device that types on is not heard of by the one that saves.
  app.clock.advance(1_000)
  await keepForm(user, 'new', written('three', 'phone'))
  const made = await createMessage(user, {
    ...input,
    formId: 'three',
    device: 'desk',
    unsavedRev: rev,
  })
  expect((await read()).form).toMatchObject({ formId: 'three', created: { id: made.id } })
  const kept = await keepForm(user, 'new', written('three', 'phone'))
  expect(kept.created).toMatchObject({ id: made.id })

  // The server knows what was created from a form after the devices have deleted the form.
  const created = async () => (await readForm(user, 'new', { formId: 'three' })).created
  app.clock.advance(CREATED_FORMS_DAYS * 86_400_000 - 1)
  await forgetOldForms(app.ctx)
  expect(await created()).not.toBeNull()
  app.clock.advance(1)
  await forgetOldForms(app.ctx)
  expect(await created()).toBeNull()
})

test('a change that is saved is no longer offered; what another device has typed into its form is', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const message = await createMessage(user, messageInput(groupIds))
  const cycle = await createCycle(user, cycleInput(groupIds))
  const saves = {
    [message.id]: (form: object) =>
      updateMessage(user, message.id, { ...messageInput(groupIds), rev: message.rev, ...form }),
    [cycle.id]: (form: object) =>
      updateCycle(user, cycle.id, { ...cycleInput(groupIds), rev: cycle.rev, ...form }),
  }
  for (const [place, save] of Object.entries(saves)) {
    const form = { formId: 'one', device: 'phone' }
    const read = async () => (await readForm(user, place)).form
    await keepForm(user, place, written('one', 'desk'))
    app.clock.advance(1_000)
    await keepForm(user, place, written('two'))
    const outdated = await refusal(save({ ...form, formId: 'two', rev: 0 }))
    expect(outdated).toMatchObject({ code: 'conflict' })
    expect(await read()).toMatchObject({ formId: 'two' })
    const { rev } = await save({ ...form, formId: 'two' })
    expect(await read()).toMatchObject({ formId: 'one' })
    await save({ ...form, rev })
    expect(await read()).toMatchObject({ formId: 'one' })
  }
})

test('two forms of one kind are stored beside each other, and the newest that a device has not itself is offered', async ({
  app,
}) => {
  const { user } = await createPosting(app, { groups: 1 })
  await keepForm(user, 'new', written('one', 'phone'))
  app.clock.advance(1_000)
  await keepForm(user, 'new', written('two', 'desk'))
  const offered = async (device?: string, has?: string) =>
    (await readForm(user, 'new', { device, has })).form?.formId
  expect(await offered('desk', 'two')).toBe('one')
  // It has lost its own.
  expect(await offered('desk')).toBe('two')
  expect(await offered('phone', 'one')).toBe('two')
  expect(await offered()).toBe('two')
})

test('of very many forms the oldest are forgotten', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  await app.pool.query(
    `insert into created_forms (user_id, form_id, created_id, attempt, created_at)
     select $1, 'form ' || n, 'm', '', $2::timestamptz - n * interval '1 second'
     from generate_series(1, $3::int) n`,
    [user.user.id, app.clock.now(), CREATED_FORMS_MAX],
  )
  await createMessage(user, { ...messageInput(groupIds), formId: 'new' })
  const { rows } = await app.pool.query(
    `select count(*)::int, bool_or(form_id = 'new') as newest, bool_or(form_id = $1) as oldest
     from created_forms`,
    [`form ${CREATED_FORMS_MAX}`],
  )
  expect(rows).toEqual([{ count: CREATED_FORMS_MAX, newest: true, oldest: false }])
})

test('nobody learns from a form of somebody else', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const { user: other, groupIds: others } = await createPosting(app, {
    groups: 1,
    token: '111:other',
  })
  await createMessage(user, { ...messageInput(groupIds), formId: 'one' })
  expect((await readForm(other, 'new', { formId: 'one' })).created).toBeNull()
  await createMessage(other, { ...messageInput(others), formId: 'one' })
})
