import { expect, test, vi } from 'vitest'
import { openFollowing } from '../../../test/follow-ups.ts'
import { resolveDelivery, retryDelivery } from '../../deliveries/api.ts'
import { minutes } from '../../platform/clock.ts'
import { deleteSent, editSent } from './changes.ts'
import { readSent } from './reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

const idOf = async (following: Awaited<ReturnType<typeof openFollowing>>, status: string) =>
  (await following.app.pool.query('select id from deliveries where status = $1', [status])).rows[0]
    .id as string

test('what is retried after an edit says the new words, also before the groups are asked', async () => {
  const following = await openFollowing({ groups: 2, content: text('Sunday at nine') })
  const { user, sandbox, chatIds, send, idle, seen } = following
  await sandbox.chaos({
    method: 'sendMessage',
    fault: 'refuse',
    when: 'before',
    chat: chatIds[0]!,
    next: 1,
  })
  const run = await send()
  const failed = await idOf(following, 'failed')
  await editSent(user, run, { content: text('Sunday at ten') })
  await retryDelivery(user, failed)
  await vi.waitUntil(async () => (await seen(chatIds[0])).length > 0, 10_000)
  await idle()
  expect(await seen(chatIds[0])).toEqual(['Sunday at ten'])
  expect(await seen(chatIds[1])).toEqual(['Sunday at ten edited'])
})

test('what may have been sent keeps its words in an edit, and says the new ones when it is sent again', async () => {
  const following = await openFollowing({ groups: 2, content: text('Sunday at nine') })
  const { app, user, sandbox, chatIds, send, idle, seen, settled } = following
  await sandbox.chaos({
    method: 'sendMessage',
    fault: 'reset',
    when: 'before',
    chat: chatIds[0]!,
    next: 1,
  })
  const run = await send()
  const id = await idOf(following, 'unconfirmed')
  const said = async () =>
    (
      await app.pool.query(
        'select body from contents c join deliveries d on d.content_id = c.id where d.id = $1',
        [id],
      )
    ).rows[0].body.text
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  expect(await said()).toBe('Sunday at nine')
  expect(await settled(run)).toMatchObject([{ kind: 'edit', done: 1, failed: 1 }])
  await resolveDelivery(user, id, 'resend')
  await vi.waitUntil(async () => (await seen(chatIds[0])).length > 0, 10_000)
  expect(await seen(chatIds[0])).toEqual(['Sunday at ten'])
  expect(await said()).toBe('Sunday at ten')
})

test('what failed with and without its formatting is sent with the formatting of the words it was edited to', async () => {
  const following = await openFollowing({ groups: 2, content: text('*Sunday* at nine') })
  const { app, user, sandbox, chatIds, send, idle, seen } = following
  await sandbox.chaos({
    method: 'sendMessage',
    fault: 'refuse',
    words: "Bad Request: can't parse entities: no",
    chat: chatIds[0]!,
    next: 2,
  })
  const run = await send()
  const failed = await idOf(following, 'failed')
  await editSent(user, run, { content: text('*Sunday* at ten') })
  await idle()
  await retryDelivery(user, failed)
  await vi.waitUntil(async () => (await seen(chatIds[0])).length > 0, 10_000)
  const sent = async () =>
    (
      await app.pool.query(
        "select code, reason from deliveries where id = $1 and status = 'sent'",
        [failed],
      )
    ).rows[0]
  expect(await vi.waitUntil(sent, 10_000)).toEqual({ code: null, reason: null })
  expect((await sandbox.ledger()).at(-1)).toMatchObject({
    text: 'Sunday at ten',
    entities: [{ type: 'bold' }],
  })
})

test('a deletion does not wait for a copy that a person has sent again since, and the run can be deleted once more', async () => {
  const following = await openFollowing({ groups: 2, content: text('Sunday at nine') })
  const { app, user, sandbox, chatIds, send, pass, seen, settled } = following
  await sandbox.chaos({
    method: 'sendMessage',
    fault: 'reset',
    when: 'before',
    chat: chatIds[0]!,
    next: 1,
  })
  const run = await send()
  const id = await idOf(following, 'unconfirmed')
  await sandbox.chaos({ method: 'deleteMessage', fault: 'flood', rate: 1, amount: 120 })
  await deleteSent(user, run)
  await app.runJobs()
  const open = 'select from follow_ups where done_at is null and reason is null and not_before > $1'
  const waits = async () => (await app.pool.query(open, [app.clock.now()])).rowCount === 1
  await vi.waitUntil(waits, 10_000)
  await resolveDelivery(user, id, 'missing')
  await retryDelivery(user, id)
  await sandbox.noFaults()
  // The request is answered before the clock jumps over the time that it may take.
  await vi.waitUntil(async () => (await seen(chatIds[0])).length > 0, 10_000)
  await pass(minutes(5))
  expect(await settled(run)).toMatchObject([{ kind: 'delete', total: 1, done: 1, failed: 0 }])
  const sent = await vi.waitUntil(async () => {
    const now = await readSent(user, run)
    return now.blocked?.startsWith('Some groups') ? undefined : now
  }, 10_000)
  expect(sent).toMatchObject({ count: 1, deletable: 1 })
  expect(sent.blocked).toBeUndefined()
})
