import { bell, lost, tell } from '../../test/bell.ts'
import { expect, test } from '../../test/test-app.ts'
import { minutes } from '../platform/clock.ts'
import { notifyAll, readAllNotifications, readNotification, updateAll } from './actions.ts'

test('the same reason within ten minutes is one item that counts, later another', async ({
  app,
}) => {
  const ada = await app.person()
  await tell(app, ada.user.id)
  app.clock.advance(minutes(9))
  await tell(app, ada.user.id)
  expect(await bell(ada)).toMatchObject({
    notifications: [
      { title: '2 groups were lost', count: 2, createdAt: '2026-06-01T08:09:00.000Z' },
    ],
    unreadCount: 1,
  })
  await tell(app, ada.user.id, { reason: 'group.regained' })
  app.clock.advance(minutes(1))
  await tell(app, ada.user.id)
  const { notifications, unreadCount } = await bell(ada)
  expect(notifications.map(({ count }) => count)).toEqual([1, 1, 2])
  expect(unreadCount).toBe(3)
})

test('many simultaneous notices become one item that counts them', async ({ app }) => {
  const ada = await app.person()
  await Promise.all(Array.from({ length: 8 }, () => tell(app, ada.user.id)))
  expect(await bell(ada)).toMatchObject({ notifications: [{ count: 8 }], unreadCount: 1 })
})

test('what happens several times at once, to several people, is one item for each', async ({
  app,
}) => {
  const [ada, bob] = [await app.person(), await app.person()]
  const told = [ada, bob, ada, ada].map(({ user }) => ({ userId: user.id, notice: lost }))
  const other = { userId: ada.user.id, notice: { ...lost, reason: 'other' } }
  const again = () => app.ctx.transaction((tx) => notifyAll(app.ctx, tx, [...told, other]))
  await again()
  expect(await bell(ada)).toMatchObject({ unreadCount: 2 })
  expect((await bell(ada)).notifications).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: '3 groups were lost', count: 3 }),
      expect.objectContaining({ title: 'A group was lost', count: 1 }),
    ]),
  )
  expect((await bell(bob)).notifications).toMatchObject([{ title: 'A group was lost', count: 1 }])
  await again()
  expect((await bell(ada)).notifications.map(({ title }) => title).toSorted()).toEqual([
    '2 groups were lost',
    '6 groups were lost',
  ])
  await app.ctx.transaction((tx) => notifyAll(app.ctx, tx, []))
})

test('what happens again after it was read is a new item', async ({ app }) => {
  const ada = await app.person()
  await tell(app, ada.user.id)
  const [first] = (await bell(ada)).notifications
  await readNotification(ada, String(first?._id))
  app.clock.advance(1_000)
  await tell(app, ada.user.id)
  expect(await bell(ada)).toMatchObject({
    notifications: [
      { count: 1, isRead: false },
      { count: 1, isRead: true },
    ],
    unreadCount: 1,
  })
})

test('updating a read item makes it unread only if it was read more than a minute ago', async ({
  app,
}) => {
  const ada = await app.person()
  const { ctx } = app
  const about = ctx.ids.next()
  const notice = { ...lost, about }
  const retell = (message: string) =>
    ctx.transaction((tx) =>
      updateAll(ctx, tx, [{ userId: ada.user.id, notice: { ...notice, message }, more: true }]),
    )
  await tell(app, ada.user.id, notice)
  await readAllNotifications(ada)
  await retell('Two.')
  expect((await bell(ada)).notifications).toMatchObject([{ message: 'Two.', isRead: true }])
  app.clock.advance(minutes(1))
  await retell('Three.')
  expect((await bell(ada)).notifications).toMatchObject([{ message: 'Three.', isRead: false }])
})

test('a shared item is split when a new failure comes after it was read', async ({ app }) => {
  const ada = await app.person()
  const { ctx } = app
  const userId = ada.user.id
  const [one, two] = [ctx.ids.next(), ctx.ids.next()]
  await tell(app, userId, { about: one })
  await tell(app, userId, { about: two })
  const more = () =>
    ctx.transaction((tx) =>
      updateAll(ctx, tx, [{ userId, notice: { ...lost, about: two, title: 'More' }, more: true }]),
    )
  await more()
  expect((await bell(ada)).notifications).toMatchObject([{ title: '2 groups were lost' }])
  await readAllNotifications(ada)
  app.clock.advance(1_000)
  await more()
  expect((await bell(ada)).notifications).toMatchObject([{ title: 'More', count: 1 }, { count: 2 }])
  await more()
  expect((await bell(ada)).notifications).toHaveLength(2)
})

test('of one group the bell says what is true of it now', async ({ app }) => {
  const ada = await app.person()
  const group = app.ctx.ids.next()
  await tell(app, ada.user.id, { about: app.ctx.ids.next(), reason: 'another' })
  await tell(app, ada.user.id, { about: group, reason: 'group limited', title: 'Limited' })
  await tell(app, ada.user.id, { about: group })
  expect((await bell(ada)).notifications.map(({ title }) => title)).toEqual([
    'A group was lost',
    'A group was lost',
  ])
  await tell(app, ada.user.id, { about: group })
  const again = (await bell(ada)).notifications.find(({ count }) => count === 2)
  expect(again).toMatchObject({ title: 'A group was lost' })
})
