import { chooseThrough, openGroups } from '../../test/groups.ts'
import { heldOpen, someoneWaits } from '../../test/locks.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { days, minutes } from '../platform/clock.ts'
import { maintenanceTasks } from '../rooms.ts'
import { connectAccount } from './actions.ts'
import { forgetUnclaimedAccounts } from './unclaimed.ts'

const going = new AbortController().signal
const forget = ({ ctx }: TestApp) => forgetUnclaimedAccounts(ctx, going)

const accepted = (n: number, versionBefore = 0) => ({
  token: `${n}:secret`,
  identity: { externalId: String(n), identity: `@bot_${n}`, username: `bot_${n}`, name: 'Bot' },
  versionBefore,
})

/** An account as it is after everybody has disconnected from it. */
async function giveUnclaimed({ ctx, clock, pool }: TestApp, externalId: string) {
  const id = ctx.ids.next()
  await pool.query(
    `insert into accounts (id, channel, external_id, identity, username, name, token_version, status, since,
       created_at, updated_at)
     values ($1, 'telegram-bot', $2, '@bot', 'bot', 'Bot', 3, 'needs_pairing', $3, $3, $3)`,
    [id, externalId, clock.now()],
  )
  return id
}

const stored = async ({ pool }: TestApp) =>
  (await pool.query<{ id: string }>('select id from accounts order by id')).rows.map(({ id }) => id)

test('an account that nobody uses is forgotten after 180 days, with its chats', async ({ app }) => {
  const id = await giveUnclaimed(app, '1')
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, updated_at)
     values ($1, '-1', 'Choir', 'group', true, now())`,
    [id],
  )
  app.clock.advance(days(180) - minutes(1))
  await forget(app)
  expect(await stored(app)).toEqual([id])
  app.clock.advance(minutes(2))
  await forget(app)
  expect(await stored(app)).toEqual([])
  expect((await app.pool.query('select from chats')).rowCount).toBe(0)
})

test('an account stays that is shared, has credentials, has an owner, or that something leads to', async ({
  app,
}) => {
  const { pool, clock } = app
  const person = await app.person()
  const kinds = ['shared', 'credentials', 'owned', 'connection', 'removed', 'lane'] as const
  const ids = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await giveUnclaimed(app, kind)] as const)),
  )
  const dead = await giveUnclaimed(app, 'dead')
  await pool.query('update accounts set shared = true where id = $1', [ids['shared']])
  await pool.query(`update accounts set credentials = 'x' where id = $1`, [ids['credentials']])
  const { rows } = await pool.query(
    `insert into processes (roles, lease_until, started_at) values ('{sender}', now() + '1 day', now())
     returning id`,
  )
  await pool.query('update accounts set owner = $2 where id = $1', [ids['owned'], rows[0].id])
  await pool.query('update accounts set owner = $2 where id = $1', [dead, rows[0].id + 1])
  await pool.query(
    `insert into connections (id, user_id, account_id, removed_at, created_at, updated_at)
     select gen_random_uuid(), $1, account, removed, $4, $4
     from (values ($2::uuid, null::timestamptz), ($3::uuid, $4)) as c (account, removed)`,
    [person.user.id, ids['connection'], ids['removed'], clock.now()],
  )
  await pool.query('insert into lane_entries values ($1, $2, $3, $4)', [
    ids['lane'],
    person.user.id,
    clock.now(),
    app.ctx.ids.next(),
  ])
  app.clock.advance(days(181))
  await forget(app)
  expect(await stored(app)).toEqual(Object.values(ids).toSorted())

  await pool.query('delete from connections')
  await pool.query('delete from lane_entries')
  await pool.query('delete from processes')
  await forget(app)
  expect(await stored(app)).toEqual([ids['shared']!, ids['credentials']!].toSorted())
})

test('there may be more than one slice', async ({ app }) => {
  for (let n = 0; n < 120; n++) await giveUnclaimed(app, String(n))
  app.clock.advance(days(181))
  await forget(app)
  expect(await stored(app)).toEqual([])
})

test('an account that is connected again at the same moment stays', async ({ app }) => {
  const id = await giveUnclaimed(app, '1')
  app.clock.advance(days(181))
  const { slow, reached, release } = heldOpen(app.ctx)
  const connected = slow.transaction((tx) =>
    connectAccount(app.ctx, tx, 'telegram-bot', accepted(1, 3)),
  )
  await reached
  await forget(app)
  release()
  expect((await connected).account.id).toBe(id)
  await forget(app)
  expect(await stored(app)).toEqual([id])
})

test('an account that is being forgotten while it is connected again is made anew', async ({
  app,
}) => {
  const id = await giveUnclaimed(app, '1')
  app.clock.advance(days(181))
  const { slow, reached, release } = heldOpen(app.ctx)
  const forgotten = forgetUnclaimedAccounts(slow, going)
  await reached
  // Its third token was known when the network was asked.
  const connected = app.ctx.transaction((tx) =>
    connectAccount(app.ctx, tx, 'telegram-bot', accepted(1, 3)),
  )
  await someoneWaits(app)
  release()
  await forgotten
  const { account } = await connected
  expect(account).toMatchObject({ externalId: '1', status: 'connected', tokenVersion: 1 })
  expect(account.id).not.toBe(id)
  expect(await stored(app)).toEqual([account.id])
})

test('a bot that was disconnected leaves nothing in the end, and works when it is connected again', async () => {
  const { app, sandbox, ida } = await openGroups()
  const bot = await sandbox.createBot({ name: 'My bot' })
  const chat = await sandbox.addGroup({ title: 'Mine' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const before = await chooseThrough(app, ida, bot.token, chat.id)
  await ida('DELETE', `/api/connections/${before.connectionId}`)
  const others = 'select id from accounts where not shared'
  expect((await app.pool.query(others)).rows).toHaveLength(1)
  app.clock.advance(days(181))
  for (const task of ['removedGroups', 'removedConnections', 'unclaimedAccounts']) {
    await maintenanceTasks[task]!(app.ctx, going)
  }
  for (const table of ['groups', 'connections', 'chats']) {
    expect((await app.pool.query(`select from ${table}`)).rowCount).toBe(0)
  }
  expect((await app.pool.query(others)).rows).toEqual([])

  const wish = { channel: 'telegram-bot', token: bot.token } as const
  const { data: connection } = await ida('POST', '/api/connections', wish)
  await sandbox.say(chat.id, { text: `/start@${bot.username}` })
  const again = await app.until(async () => {
    const added = await ida('POST', '/api/groups', {
      connectionId: connection.id,
      externalId: String(chat.id),
    })
    return added.status === 201 && added.data
  })
  expect(again).toMatchObject({ status: 'active', title: 'Mine' })
  expect(again.id).not.toBe(before.id)
})
