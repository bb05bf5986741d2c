import { bellOf } from '../../test/bell.ts'
import { expect, test } from '../../test/test-app.ts'
import { giveGroups, createPosting } from '../../test/posting.ts'
import { forgetAccount, handleEvent, loseAccount, noteStatus } from '../accounts/actions.ts'
import { disconnect, listConnections } from './actions.ts'

test('everybody who sends through an account hears when it is lost, once, and why', async ({
  app,
}) => {
  const { ctx } = app
  const { user: ada, accountId } = await createPosting(app)
  const bob = await app.person()
  const carol = await app.person()
  await giveGroups(app, { user: bob, accountId, channel: 'telegram-bot', chats: [] })
  const lose = () =>
    ctx.transaction((tx) =>
      loseAccount(ctx, tx, accountId, 'unauthorized', 'Telegram refuses the token of this bot.'),
    )
  await lose()
  await lose()
  for (const user of [ada, bob]) {
    expect(await bellOf(user)).toMatchObject([
      {
        kind: 'connections',
        title: expect.stringMatching(/^@bot_\d+ must be connected again$/),
        message: 'Telegram refuses the token of this bot. What is due meanwhile is not sent.',
        link: '/dashboard/telegram-manager',
        count: 1,
      },
    ])
  }
  expect(await bellOf(carol)).toEqual([])
})

test('a ban is told as one; a short break and a disconnection are no news', async ({ app }) => {
  const { ctx } = app
  const { user, accountId } = await createPosting(app)
  await ctx.transaction((tx) => noteStatus(ctx, tx, accountId, 'reconnecting', 'No answer.'))
  await ctx.transaction((tx) => noteStatus(ctx, tx, accountId, 'connected'))
  expect(await bellOf(user)).toEqual([])
  await ctx.transaction((tx) => loseAccount(ctx, tx, accountId, 'banned', 'Telegram banned it.'))
  expect(await bellOf(user)).toMatchObject([{ title: expect.stringMatching(/ was banned$/) }])

  const other = await createPosting(app)
  await ctx.transaction((tx) => forgetAccount(ctx, tx, other.accountId))
  expect(await bellOf(other.user)).toEqual([])
})

test('what was told of a lost account is settled once it is back, and once it is disconnected', async ({
  app,
}) => {
  const { ctx, pool } = app
  const { user: ada, accountId } = await createPosting(app)
  const bob = await app.person()
  await giveGroups(app, { user: bob, accountId, channel: 'telegram-bot', chats: [] })
  const lose = () =>
    ctx.transaction((tx) => loseAccount(ctx, tx, accountId, 'unauthorized', 'It is refused.'))
  await lose()
  expect(await bellOf(ada)).toMatchObject([{ isRead: false }])
  await pool.query("update accounts set status = 'reconnecting' where id = $1", [accountId])
  await ctx.transaction((tx) => noteStatus(ctx, tx, accountId, 'connected'))
  for (const user of [ada, bob]) {
    expect(await bellOf(user)).toContainEqual(
      expect.objectContaining({ isRead: true, message: 'Settled: it is connected again.' }),
    )
  }
  await lose()
  await disconnect(bob, (await listConnections(bob))[0]!.id)
  const told = (await bellOf(bob)).map(({ isRead, message }) => `${isRead} ${message}`)
  expect(new Set(told)).toEqual(
    new Set(['true Settled: it is connected again.', 'true Settled: you have disconnected it.']),
  )
  expect((await bellOf(ada)).filter(({ isRead }) => !isRead)).toHaveLength(1)
})

test('what a former owner hears of its session says nothing about the session of the present one', async ({
  app,
}) => {
  const { ctx, pool } = app
  const { user, accountId: id } = await createPosting(app)
  const { rows } = await pool.query<{ epoch: number }>(
    `update accounts set epoch = epoch + 1, status = 'connected' where id = $1 returning epoch`,
    [id],
  )
  const { epoch } = rows[0]!
  const statusNow = async () =>
    (await pool.query('select status from accounts where id = $1', [id])).rows[0].status
  const broken = { kind: 'status', status: 'reconnecting', reason: 'Replaced.' } as const
  const lost = { kind: 'accountLost', code: 'logged_out', reason: 'Replaced.' } as const
  await handleEvent(ctx, { id, epoch: epoch - 1 }, broken)
  await handleEvent(ctx, { id, epoch: epoch - 1 }, lost)
  expect([await statusNow(), await bellOf(user)]).toEqual(['connected', []])
  await handleEvent(ctx, { id, epoch }, broken)
  expect(await statusNow()).toBe('reconnecting')
  await handleEvent(ctx, { id, epoch }, lost)
  expect([await statusNow(), await bellOf(user)]).toMatchObject(['needs_pairing', [{}]])
})
