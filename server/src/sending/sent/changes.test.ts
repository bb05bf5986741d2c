import { expect, test } from 'vitest'
import { openFollowing } from '../../../test/follow-ups.ts'
import { deliveryData } from '../../deliveries/user-data.ts'
import { occurrenceData } from '../../occurrences/user-data.ts'
import type { UserData } from '../../users/rules.ts'
import { readToday } from '../../calendar/actions.ts'
import { findOpenChanges, readOccurrence, settleChanges } from '../../occurrences/actions.ts'
import { presentOccurrence } from '../../occurrences/present.ts'
import { forgetContents } from '../../content/actions.ts'
import { readMessage } from '../../messages/actions.ts'
import { days, hours, minutes } from '../../platform/clock.ts'
import { askAll, deleteSent, editSent } from './changes.ts'
import { readSent } from './reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

test('page and list say what stands in the groups since an edit, what it said before, and that it is deleted', async () => {
  const { app, user, id, send, idle, settled } = await openFollowing({
    content: text('Sunday at nine'),
  })
  const run = await send()
  const shown = async () => (await readMessage(user, user, id)).occurrence
  expect(await shown()).toMatchObject({ edited: null, deleted: 0, deletedAt: null })
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  const [edit] = await settled(run)
  expect(await shown()).toMatchObject({
    edited: { at: edit!.at, content: text('Sunday at ten') },
    deleted: 0,
  })
  app.clock.advance(days(8))
  await forgetContents(app.ctx, new AbortController().signal)
  expect((await readSent(user, run)).changes).toMatchObject([
    { was: text('Sunday at nine'), says: text('Sunday at ten') },
  ])
  await deleteSent(user, run)
  await idle()
  await settled(run)
  expect(await shown()).toMatchObject({
    edited: { content: text('Sunday at ten') },
    deleted: 1,
    deletedAt: expect.any(String),
  })
})

test('what was sent is deleted from all groups; another time nothing is left', async () => {
  const { user, chatIds, send, idle, seen, settled } = await openFollowing({
    groups: 2,
    content: text('Sunday at nine'),
  })
  const run = await send()
  await deleteSent(user, run)
  await idle()
  for (const chat of chatIds) expect(await seen(chat)).toEqual([])
  expect(await settled(run)).toMatchObject([{ kind: 'delete', total: 2, done: 2, failed: 0 }])
  expect((await readToday(user)).sends[0]).toMatchObject({ status: 'done', deleted: 'all' })
  await expect(deleteSent(user, run)).rejects.toThrow('Nothing of this run stands in a group.')
  expect(await readSent(user, run)).toMatchObject({ contents: [], count: 0, deletable: 0 })
})

test('after 48 hours bots delete only as admins: it is told beforehand, and tried', async () => {
  const { user, sandbox, chatIds, send, idle, pass, seen, settled, followUps } =
    await openFollowing({
      groups: 2,
      content: text('Sunday at nine'),
    })
  const rights = { can_delete_messages: true }
  await sandbox.promote(chatIds[0]!, { userId: sandbox.botId, rights })
  const run = await send()
  await pass(hours(49))
  expect(await readSent(user, run)).toMatchObject({
    deletable: 2,
    reasons: [
      'The network lets programs delete their messages for 48 hours only. After that, only an admin of the group can.',
    ],
  })
  await deleteSent(user, run)
  await idle()
  expect(await seen(chatIds[0])).toEqual([])
  expect(await seen(chatIds[1])).toHaveLength(1)
  expect(await settled(run)).toMatchObject([{ total: 2, done: 1, failed: 1 }])
  expect((await followUps()).flat().map((one) => one.status)).toEqual(
    expect.arrayContaining(['done', 'failed']),
  )
})

test('an edit whose answer was lost is made sure of, and a deletion ends it', async () => {
  const { app, user, sandbox, send, idle, pass, seen, settled } = await openFollowing({
    content: text('Sunday at nine'),
  })
  const run = await send()
  await sandbox.chaos({ method: 'editMessageText', fault: 'reset', when: 'after', next: 1 })
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  await pass(minutes(2))
  expect(await settled(run)).toMatchObject([{ kind: 'edit', done: 1 }])
  expect(await seen()).toEqual(['Sunday at ten edited'])
  await sandbox.chaos({ method: 'editMessageText', fault: 'reset', when: 'before', rate: 1 })
  await editSent(user, run, { content: text('Sunday at noon') })
  await idle()
  app.clock.advance(1)
  await deleteSent(user, run)
  await idle()
  expect(await seen()).toEqual([])
  expect(await settled(run)).toMatchObject([
    { kind: 'edit', done: 1 },
    { kind: 'edit', failed: 1 },
    { kind: 'delete', done: 1 },
  ])
})

test('thousands are asked in slices, and asking again after a crash changes nothing', async () => {
  const { app, user, send } = await openFollowing({ content: text('Sunday at nine') })
  const run = await send()
  await app.pool.query(
    `insert into groups select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(),
       'external_id', '-9' || n, 'title', 'Choir ' || n))).* from groups g, generate_series(1, 1200) n`,
  )
  await app.pool.query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
       'group_id', g.id))).* from deliveries d, groups g where g.external_id like '-9%'`,
  )
  await deleteSent(user, run)
  const count = async () => (await app.pool.query('select from follow_ups')).rowCount
  const { rows } = await app.pool.query('select data from pgboss.job where name = $1', [
    'sending.changeSent',
  ])
  await askAll(app.ctx, rows[0].data)
  expect(await count()).toBe(1_201)
  await app.runJobs()
  expect(await count()).toBe(1_201)
  expect(presentOccurrence(await readOccurrence(user, run)).changes).toMatchObject([
    { kind: 'delete', total: 1_201 },
  ])
})

test('the export of a person has what was done with what they sent, and nothing is left of it when they go', async () => {
  const { app, user, send, idle, settled } = await openFollowing({
    content: text('Sunday at nine'),
  })
  const run = await send()
  await deleteSent(user, run)
  await idle()
  await settled(run)
  const exported = async (data: UserData) => {
    const pages: unknown[] = []
    for await (const page of data.export(app.ctx, user.user.id)) pages.push(...page)
    return pages
  }
  expect(await exported(deliveryData)).toMatchObject([
    { followUps: [{ kind: 'delete', status: 'done' }] },
  ])
  expect(await exported(occurrenceData)).toMatchObject([{ changes: [{ kind: 'delete', done: 1 }] }])
  while (await deliveryData.erase(app.ctx, user.user.id));
  while (await occurrenceData.erase(app.ctx, user.user.id));
  for (const table of ['follow_ups', 'sent_changes']) {
    expect((await app.pool.query(`select from ${table}`)).rowCount).toBe(0)
  }
})

test('all changes of a run come to their end, however many there were', async () => {
  const { app, user, send } = await openFollowing({ content: text('Nine') })
  const run = await send()
  for (let n = 0; n < 12; n++) {
    await app.pool.query(
      `insert into sent_changes (id, occurrence_id, kind, at, total, asked_at) values ($1, $2, 'delete', $3, 1, $3)`,
      [app.ctx.ids.next(), run, app.clock.now()],
    )
  }
  await user.transaction((tx) => settleChanges(tx, run, new Map()))
  expect(await findOpenChanges(user)).toEqual([])
})
