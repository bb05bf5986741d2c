import { expect, test, vi } from 'vitest'
import { bellOf } from '../../../test/bell.ts'
import { messageInput } from '../../../test/message-input.ts'
import { openFollowing } from '../../../test/follow-ups.ts'
import { claimFollowUp, endFollowUp } from '../../deliveries/actions.ts'
import { resolveDelivery } from '../../deliveries/api.ts'
import { readMessage, sendMessageNow, updateMessage } from '../../messages/actions.ts'
import { readOccurrence } from '../../occurrences/actions.ts'
import { minutes } from '../../platform/clock.ts'
import { findUnreported } from './reports-store.ts'
import { deleteSent } from '../sent/changes.ts'

const said = (options: object) => ({ kind: 'text' as const, text: 'Sunday at nine', options })
const WHY = 'It may stand there, and the network did not say which message it is.'

test('a copy that counts as sent without an answer is not deleted, and its user hears that', async () => {
  const { app, user, sandbox, send, idle, followUps } = await openFollowing({
    content: said({ deleteAfterMinutes: 30, pin: 'silent' }),
    onUnconfirmed: 'assume_sent',
  })
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  await send()
  await idle()
  expect((await followUps())[0]).toMatchObject([
    { status: 'failed', text: expect.stringContaining(WHY) },
    { status: 'failed', text: expect.stringContaining(WHY) },
  ])
  app.clock.advance(minutes(2))
  await vi.waitUntil(async () => (await bellOf(user)).length > 0, 10_000)
  expect(await bellOf(user)).toMatchObject([{ message: expect.stringContaining(WHY) }])
})

test('a copy that a person saw in the group is not deleted automatically, and says so', async () => {
  const { app, user, sandbox, send, idle, followUps } = await openFollowing({
    content: said({ deleteAfterMinutes: 30 }),
  })
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  await send()
  const { rows } = await app.pool.query('select id from deliveries')
  await resolveDelivery(user, rows[0].id, 'sent')
  await idle()
  expect((await followUps())[0]).toMatchObject([
    {
      kind: 'delete',
      status: 'failed',
      text: 'It was not deleted: The network did not say which message it is. You can delete it by hand in the group.',
    },
  ])
})

test('a copy whose deletion is under way is told as deleted, though replacing is switched off meanwhile', async () => {
  const following = await openFollowing({ content: said({ replacePrevious: true }) })
  const { app, user, id, groupIds, worker, send, followUps } = following
  await send()
  await send()
  await worker.close()
  await app.runJobs()
  const account =
    'select id, epoch from accounts where id = (select account_id from deliveries limit 1)'
  const { rows } = await app.pool.query(account)
  const claimant = { accountId: rows[0].id, epoch: Number(rows[0].epoch) }
  const now = app.clock.now()
  const one = (await claimFollowUp(app.ctx, now, { ...claimant, afterUser: '' }))!
  const { rev, kind, schedule } = await readMessage(user, user, id)
  await updateMessage(user, id, {
    ...messageInput(groupIds, { kind, schedule: schedule!, content: said({}) }),
    rev,
  })
  await app.ctx.transaction((tx) => endFollowUp(tx, claimant, one, { doneAt: now }))
  expect(await followUps()).toMatchObject([
    [],
    [
      {
        kind: 'delete',
        status: 'done',
        text: 'It was deleted in the group when the next copy had come.',
      },
    ],
  ])
})

test('a deletion whose job is lost is asked for again, and comes to its end', async () => {
  const { app, user, send, idle, seen } = await openFollowing({ content: said({}) })
  const run = await send()
  await deleteSent(user, run)
  await app.pool.query(`delete from pgboss.job where name = 'sending.changeSent'`)
  const changes = async () => (await readOccurrence(user, run)).changes
  const isDone = async () => {
    app.clock.advance(minutes(1))
    await idle()
    return (await changes())[0]!.done === 1
  }
  await vi.waitUntil(isDone, 20_000)
  expect(await seen()).toEqual([])
})

test('runs that still have something to do keep no other from being reported', async () => {
  const { app, send, idle } = await openFollowing({
    content: said({ pin: 'silent', deleteAfterMinutes: 60 }),
  })
  await send()
  await idle()
  const { pool, clock } = app
  await pool.query(`update follow_ups set told = true`)
  const copy = (table: string, change: string, where: string) =>
    pool.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${change}))).*
       from (select * from ${table} where ${where} limit 1) t, made`.replace(
        'insert',
        `with made as (select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 121) n) insert`,
      ),
    )
  await copy('occurrences', `'id', made.id, 'schedule_id', null`, 'true')
  await copy('deliveries', `'id', made.id, 'occurrence_id', made.id`, 'true')
  const failed = `'delivery_id', made.id, 'occurrence_id', made.id, 'code', 'refused', 'reason', 'No.', 'told', null`
  await copy('follow_ups', failed, `kind = 'pin'`)
  // All but the last still have a deletion that is due.
  const due = `'delivery_id', made.id, 'occurrence_id', made.id, 'told', null, 'not_before', now() - interval '1 day'`
  await copy('follow_ups', due, `kind = 'delete'`)
  const last = '00000000-0000-4000-8000-000000000121'
  await pool.query(`delete from follow_ups where occurrence_id = $1 and kind = 'delete'`, [last])
  expect(await findUnreported(app.ctx, clock.now())).toEqual([last])
})

test('what failed with a copy stays behind the bell when its run ends after it', async () => {
  const { app, user, id, chatIds, sandbox, pass } = await openFollowing({
    groups: 3,
    content: said({ pin: 'silent' }),
  })
  const [closed, , late] = chatIds
  await sandbox.settings(closed!, { membersMayWrite: false })
  await sandbox.chaos({
    method: 'sendMessage',
    chat: late!,
    fault: 'flood',
    when: 'before',
    amount: 60,
    next: 1,
  })
  const told = async (words: RegExp) => {
    app.clock.advance(250)
    return (await bellOf(user)).some(({ message }) => words.test(message))
  }
  app.clock.advance(1_000)
  await sendMessageNow(user, id)
  await vi.waitUntil(() => told(/did not get it: .* could not be pinned in /), 20_000)
  await pass(minutes(2))
  await vi.waitUntil(
    async () => (await readMessage(user, user, id)).occurrence?.status === 'partly',
  )
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Sunday at nine” did not reach every group',
      message: expect.stringMatching(/did not get it: .* could not be pinned in /),
      isRead: false,
    },
  ])
})
