import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting, type Posting } from '../../test/posting.ts'
import { days, minutes } from '../platform/clock.ts'
import { maintenanceTasks } from '../rooms.ts'
import { openOccurrences, planDeliveries } from './actions.ts'
import { readPromised } from './api.ts'

type Ends = 'sent' | 'failed' | 'unconfirmed' | 'queued'

/** An occurrence of a message, of which each group got what is told. */
async function sendOut(
  { ctx, pool, clock }: TestApp,
  { user, groupIds, contentId }: Posting,
  sourceId: string,
  ends: Ends,
) {
  const userId = user.user.id
  const dueAt = clock.now()
  return ctx
    .transaction(async (tx) => {
      const occurrence = { userId, source: 'message', sourceId, scheduleId: null } as const
      const [id] = await openOccurrences(ctx, tx, [
        { ...occurrence, slotAt: null, dueAt, onUnconfirmed: 'ask' },
      ])
      const deliveries = groupIds.map((groupId) => ({ part: 0, contentId, groupId, topicId: null }))
      await planDeliveries(ctx, tx, [
        { occurrenceId: id!, dueAt, catchUpMs: minutes(15), deliveries, continuesAt: null },
      ])
      return id!
    })
    .then(async (id) => {
      if (ends === 'queued') return id
      await pool.query(`update deliveries set status = $2 where occurrence_id = $1`, [id, ends])
      await pool.query(
        `update occurrences set status = 'done', finished_at = $2, ${ends} = total where id = $1`,
        [id, dueAt],
      )
      return id
    })
}

async function giveMessage({ ctx, pool, clock }: TestApp, { user, contentId }: Posting) {
  const id = ctx.ids.next()
  await pool.query(
    `insert into messages (id, user_id, kind, status, content_id, catch_up_minutes, on_unconfirmed,
       created_at, updated_at) values ($1, $2, 'automated', 'active', $3, 15, 'ask', $4, $4)`,
    [id, user.user.id, contentId, clock.now()],
  )
  return id
}

async function runMaintenance(app: TestApp) {
  for (const task of ['tests', 'history', 'contents']) {
    await maintenanceTasks[task]!(app.ctx, new AbortController().signal)
  }
}

const ids = async ({ pool }: TestApp, table: string) =>
  (await pool.query<{ id: string }>(`select id from ${table} order by id`)).rows.map(({ id }) => id)

test('what ended long ago is forgotten, and what is in doubt, to be sent or shown stays', async ({
  app,
}) => {
  const posting = await createPosting(app, { groups: 2 })
  const gone = app.ctx.ids.next()
  await sendOut(app, posting, gone, 'sent')
  await sendOut(app, posting, gone, 'failed')
  const doubtful = await sendOut(app, posting, gone, 'unconfirmed')
  const waiting = await sendOut(app, posting, gone, 'queued')
  const message = await giveMessage(app, posting)
  const shown: string[] = []
  for (let n = 0; n < 12; n++) {
    app.clock.advance(minutes(1))
    shown.push(await sendOut(app, posting, message, 'sent'))
  }
  app.clock.advance(days(179))
  const lately = await sendOut(app, posting, gone, 'sent')
  await runMaintenance(app)
  expect(await ids(app, 'occurrences')).toHaveLength(17)

  app.clock.advance(days(1) + minutes(1))
  await runMaintenance(app)
  expect(await ids(app, 'occurrences')).toEqual(
    [doubtful, waiting, ...shown.slice(2), lately].toSorted(),
  )
  const { rows } = await app.pool.query(
    'select status, count(*)::int as n from deliveries group by 1 order by 1',
  )
  expect(rows).toEqual([
    { status: 'queued', n: 2 },
    { status: 'sent', n: 2 },
    { status: 'unconfirmed', n: 2 },
  ])
})

test('a copy that is still to be deleted from its group is remembered until it is', async ({
  app,
}) => {
  const posting = await createPosting(app)
  await sendOut(app, posting, app.ctx.ids.next(), 'sent')
  await app.pool.query(
    `insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, due_at,
       not_before, created_at)
     select id, 'delete', 'content', account_id, user_id, occurrence_id, id, $1, $1, $1 from deliveries`,
    [app.clock.now()],
  )
  const user = { ...app.ctx, user: posting.user.user }
  expect(await readPromised(user)).toEqual({ deletions: 1 })
  expect(await readPromised(await app.person())).toEqual({ deletions: 0 })
  app.clock.advance(days(181))
  await runMaintenance(app)
  expect(await ids(app, 'deliveries')).toHaveLength(1)
  await app.pool.query('update follow_ups set done_at = $1', [app.clock.now()])
  expect(await readPromised(user)).toEqual({ deletions: 0 })
  await runMaintenance(app)
  expect(await ids(app, 'deliveries')).toEqual([])
})

test('who has a message stays known as long as it may yet go to the others', async ({ app }) => {
  const posting = await createPosting(app)
  const message = await giveMessage(app, posting)
  await app.pool.query(`update messages set kind = 'scheduled', status = 'partly_sent'`)
  await sendOut(app, posting, message, 'sent')
  app.clock.advance(days(181))
  await runMaintenance(app)
  expect(await ids(app, 'deliveries')).toHaveLength(1)

  await app.pool.query(`update messages set status = 'sent'`)
  await runMaintenance(app)
  expect(await ids(app, 'deliveries')).toEqual([])
})

test('a content is forgotten when nothing says it and no delivery of it is left', async ({
  app,
}) => {
  const posting = await createPosting(app)
  const { user, contentId } = posting
  const said = await giveMessage(app, posting)
  const { contentId: sent } = await createPosting(app, { user })
  await sendOut(app, { ...posting, contentId: sent }, said, 'sent')
  await createPosting(app, { user })
  app.clock.advance(days(6))
  await runMaintenance(app)
  expect(await ids(app, 'contents')).toHaveLength(3)
  app.clock.advance(days(2))
  await runMaintenance(app)
  expect(await ids(app, 'contents')).toEqual([contentId, sent].toSorted())
  app.clock.advance(days(180))
  await runMaintenance(app)
  expect(await ids(app, 'contents')).toEqual([contentId])
})

test('a test of a group is forgotten after a week', async ({ app }) => {
  const posting = await createPosting(app)
  const message = await giveMessage(app, posting)
  const trial = await giveMessage(app, posting)
  await app.pool.query('update messages set trial = true where id = $1', [trial])
  app.clock.advance(days(6))
  await runMaintenance(app)
  expect(await ids(app, 'messages')).toHaveLength(2)
  app.clock.advance(days(2))
  await runMaintenance(app)
  expect(await ids(app, 'messages')).toEqual([message])
})
