import { heldOpen } from '../../test/locks.ts'
import { giveGroups, createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { forgetRemovedGroups } from '../groups/removed.ts'
import { days, minutes } from '../platform/clock.ts'
import { disconnect } from './actions.ts'
import { forgetRemovedConnections } from './removed.ts'

const going = new AbortController().signal
const forget = ({ ctx }: TestApp) => forgetRemovedConnections(ctx, going)

const stored = async ({ pool }: TestApp, of = '') =>
  (
    await pool.query<{ id: string }>(
      `select id from connections ${of && `where user_id = '${of}'`} order by id`,
    )
  ).rows.map(({ id }) => id)

test('a removed connection is forgotten 180 days later, once it has no groups, and no other one', async ({
  app,
}) => {
  const { user, accountId } = await createPosting(app)
  const ole = await app.person()
  await giveGroups(app, { user: ole, accountId, channel: 'telegram-bot', chats: ['-100'] })
  const [id] = await stored(app, user.user.id)
  const others = await stored(app, ole.user.id)
  await disconnect(user, id!)
  app.clock.advance(days(180) - minutes(1))
  await forgetRemovedGroups(app.ctx, going)
  await forget(app)
  expect(await stored(app)).toHaveLength(2)
  app.clock.advance(minutes(2))
  await forget(app)
  expect(await stored(app)).toHaveLength(2)
  await forgetRemovedGroups(app.ctx, going)
  await forget(app)
  expect(await stored(app)).toEqual(others)
  expect((await app.pool.query('select from groups')).rowCount).toBe(1)
})

test('a connection that gets a group at the same moment stays with it', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const [id] = await stored(app)
  await disconnect(user, id!)
  const { rows } = await app.pool.query('delete from groups where id = any($1) returning *', [
    groupIds,
  ])
  app.clock.advance(days(181))
  const { slow, reached, release } = heldOpen(app.ctx)
  const added = slow.transaction(async (tx) => {
    await tx.db
      .insertInto('groups')
      .values({ ...rows[0], topics: '[]' } as never)
      .execute()
  })
  await reached
  await forget(app)
  release()
  await added
  await forget(app)
  expect(await stored(app)).toEqual([id])
})

test('there may be more than one slice', async ({ app }) => {
  const { user, accountId } = await createPosting(app)
  await app.pool.query(
    `insert into connections (id, user_id, account_id, removed_at, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, $3, $3 from generate_series(1, 450)`,
    [user.user.id, accountId, app.clock.now()],
  )
  app.clock.advance(days(181))
  await forget(app)
  expect(await stored(app)).toHaveLength(1)
})
