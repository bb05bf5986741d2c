import { expect, test } from '../../test/test-app.ts'
import { days } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import {
  clearNotifications,
  listNotifications,
  notify,
  readAllNotifications,
  settleAll,
} from './actions.ts'
import type { Notice } from './rules.ts'

const bell = (user: UserContext) => listNotifications(user, { limit: 50 })

/** A notice about the one message behind `page`. */
const ofMessage = (page: string, notice: Partial<Notice> = {}): Notice => ({
  kind: 'deliveries',
  reason: 'partly messages',
  title: '“Boats” did not reach every group',
  message: 'Chess did not get it.',
  link: `/dashboard/messages/edit/${page}`,
  several: (count) => ({
    title: `${count} messages did not reach every group`,
    message: 'Some of their groups did not get them.',
    link: '/dashboard/messages/scheduled',
  }),
  ...notice,
})

test('of one message the bell has one item, which says what is true now', async ({ app }) => {
  const ada = await app.person()
  const { ctx } = app
  const [page, run, next] = [ctx.ids.next(), ctx.ids.next(), ctx.ids.next()]
  const put = (of: string, notice: Partial<Notice> = {}) => {
    // The newest comes first, so each notice has an instant of its own.
    app.clock.advance(1)
    return ctx.transaction((tx) => notify(ctx, tx, ada.user.id, ofMessage(of, notice)))
  }
  const said = async () =>
    (await bell(ada)).notifications.map(({ title, message, count, isRead }) => [
      title,
      message,
      count,
      isRead,
    ])
  await put(page, {
    reason: 'ahead messages',
    about: page,
    title: 'Ahead',
    message: 'In 2 minutes.',
  })
  await put('tea', { title: 'Tea', reason: 'missed messages' })
  await put(page, { about: run })
  // What could not be done with a copy is said in the item of its run.
  const pin = { reason: 'besides.pin', title: 'Pin', message: 'It could not be pinned in Maple.' }
  await put(page, { ...pin, appendTo: run })
  await put(page, { ...pin, appendTo: run })
  const boats = '“Boats” did not reach every group'
  expect(await said()).toEqual([
    [boats, 'Chess did not get it. It could not be pinned in Maple.', 1, false],
    ['Tea', 'Chess did not get it.', 1, false],
  ])
  // A second notice of the same message raises the count, but the item still names one message. The end of one run does not settle it.
  app.clock.advance(1_000)
  await put(page, { about: next, message: 'Rowing did not get it.' })
  expect((await said())[0]).toEqual([boats, 'Rowing did not get it.', 2, false])
  await ctx.transaction((tx) =>
    settleAll(ctx, tx, [{ userId: ada.user.id, about: next, message: 'Settled.' }]),
  )
  expect((await said())[0]).toEqual([boats, 'Rowing did not get it.', 2, false])
  await readAllNotifications(ada)
  await put(page, { reason: 'paused', kind: 'messages', title: 'Paused', message: 'It failed.' })
  await put(page, { reason: 'failed messages', title: 'Failed', message: 'Nobody got it.' })
  expect(await said()).toEqual([
    ['Failed', 'Nobody got it. It failed.', 1, false],
    ['Tea', 'Chess did not get it.', 1, true],
  ])
})

test('what went wrong with one run stays until it is read or settled, whatever is told of the next', async ({
  app,
}) => {
  const ada = await app.person()
  const { ctx } = app
  const [message, monday, tuesday] = [ctx.ids.next(), ctx.ids.next(), ctx.ids.next()]
  const put = (notice: Partial<Notice>) => {
    app.clock.advance(1)
    return ctx.transaction((tx) => notify(ctx, tx, ada.user.id, ofMessage(message, notice)))
  }
  const titles = async () => (await bell(ada)).notifications.map(({ title }) => title)
  await put({ about: monday, title: 'Monday may not have arrived' })
  app.clock.advance(days(1))
  await put({ reason: 'ahead messages', about: message, title: 'Tuesday cannot go' })
  await put({ about: tuesday, reason: 'partly messages', title: 'Tuesday did not reach all' })
  expect(await titles()).toEqual(['Tuesday did not reach all', 'Monday may not have arrived'])
  await ctx.transaction((tx) =>
    settleAll(ctx, tx, [{ userId: ada.user.id, about: tuesday, message: 'Settled.' }]),
  )
  const { notifications } = await bell(ada)
  expect(notifications.filter(({ isRead }) => !isRead).map(({ title }) => title)).toContain(
    'Monday may not have arrived',
  )
})

test('what could not be done with a copy stays an item of its own where nothing else is told of its run', async ({
  app,
}) => {
  const ada = await app.person()
  const { ctx } = app
  const run = ctx.ids.next()
  const put = (notice: Partial<Notice>) =>
    ctx.transaction((tx) => notify(ctx, tx, ada.user.id, ofMessage('boats', notice)))
  await put({ reason: 'besides.pin', title: 'Pin', message: 'No pin.', appendTo: run })
  await ctx.transaction((tx) =>
    settleAll(ctx, tx, [{ userId: ada.user.id, about: run, message: 'Settled.' }]),
  )
  expect((await bell(ada)).notifications).toMatchObject([{ title: 'Pin', isRead: false }])
  await put({ about: run })
  expect((await bell(ada)).notifications).toMatchObject([
    { message: 'Chess did not get it. No pin.', isRead: false },
  ])
})

test('the end of a run and what failed after it, told at the same moment, are one item', async ({
  app,
}) => {
  const ada = await app.person()
  const { ctx } = app
  const [page, run] = [ctx.ids.next(), ctx.ids.next()]
  const ended = ofMessage(page, { about: run })
  const unpinned = ofMessage(page, {
    reason: `besides.${run}.pin`,
    appendTo: run,
    title: 'A message could not be pinned',
    message: '“Boats” could not be pinned.',
  })
  for (const [first, second] of [
    [ended, unpinned],
    [unpinned, ended],
  ] as const) {
    let later: Promise<void> | undefined
    await ctx.transaction(async (tx) => {
      await notify(ctx, tx, ada.user.id, first)
      let settled = false
      later = ctx
        .transaction((other) => notify(ctx, other, ada.user.id, second))
        .finally(() => (settled = true))
      // It waits for this transaction, or it is over and has not seen its item.
      while (!settled) {
        const { rows } = await app.pool.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted`,
        )
        if (rows.length > 0) break
      }
    })
    await later
    const said = async () =>
      (await bell(ada)).notifications.map(({ title, message }) => [title, message])
    expect(await said()).toEqual([[ended.title, `${ended.message} ${unpinned.message}`]])
    // It stays whatever is told of the run after that, also once the run needs nobody any more.
    await ctx.transaction((tx) => notify(ctx, tx, ada.user.id, { ...ended, message: 'Go missed.' }))
    expect(await said()).toEqual([[ended.title, `Go missed. ${unpinned.message}`]])
    await ctx.transaction((tx) =>
      settleAll(ctx, tx, [{ userId: ada.user.id, about: run, message: 'Settled.' }]),
    )
    expect(await said()).toEqual([[ended.title, `Settled. ${unpinned.message}`]])
    await clearNotifications(ada)
  }
})
