import { mailsOf, openBrowser } from '../../test/browser.ts'
import { bell, lost, tell } from '../../test/bell.ts'
import { openLive, openPerson } from '../../test/live.ts'
import { expect, test } from '../../test/test-app.ts'
import { days, minutes } from '../platform/clock.ts'
import { updateUser } from '../users/actions.ts'
import {
  clearNotifications,
  readAllNotifications,
  readNotification,
  forgetOld,
  listNotifications,
  notificationData,
  notify,
} from './actions.ts'

test('108, 109 an item has the fields of the specification, and belongs to its user alone', async ({
  app,
}) => {
  const ada = await app.person()
  const bob = await app.person()
  await tell(app, ada.user.id)
  expect(await bell(ada)).toEqual({
    notifications: [
      {
        _id: expect.any(String),
        kind: 'groups',
        title: 'A group was lost',
        message: 'The bot was removed from Choir.',
        isRead: false,
        createdAt: '2026-06-01T08:00:00.000Z',
        count: 1,
        link: '/dashboard/telegram-manager',
      },
    ],
    unreadCount: 1,
    nextCursor: null,
  })
  expect(await bell(bob)).toMatchObject({ notifications: [], unreadCount: 0 })
})

test('099 reading twice, in two tabs at once, never takes the count below what is unread', async ({
  app,
}) => {
  const ada = await app.person()
  for (const reason of ['one', 'two']) await tell(app, ada.user.id, { reason })
  const [first] = (await bell(ada)).notifications
  const id = String(first?._id)
  const twice = await Promise.all([readNotification(ada, id), readNotification(ada, id)])
  expect(twice).toEqual([{ unreadCount: 1 }, { unreadCount: 1 }])
  expect(await readNotification(ada, id)).toEqual({ unreadCount: 1 })
  expect(await readAllNotifications(ada)).toEqual({ unreadCount: 0 })
  expect(await readNotification(ada, id)).toEqual({ unreadCount: 0 })
  expect(await clearNotifications(ada)).toEqual({ unreadCount: 0 })
  await expect(readNotification(ada, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await bell(ada)).toMatchObject({ notifications: [], unreadCount: 0 })
})

test('206 nobody reads or clears what is somebody else’s', async ({ app }) => {
  const ada = await app.person()
  const bob = await app.person()
  await tell(app, ada.user.id)
  const [item] = (await bell(ada)).notifications
  await expect(readNotification(bob, String(item?._id))).rejects.toMatchObject({
    code: 'not_found',
  })
  await readAllNotifications(bob)
  await clearNotifications(bob)
  expect(await bell(ada)).toMatchObject({ notifications: [{ isRead: false }], unreadCount: 1 })
})

test('110 only the newest are kept, and a list is read page by page', async ({ app }) => {
  const ada = await app.person()
  await app.pool.query(
    `insert into notifications (id, user_id, kind, title, message, opened_at, created_at)
     select gen_random_uuid(), $1, 'groups', 'Item ' || n, '', $2::timestamptz + n * interval '1 s',
       $2::timestamptz + n * interval '1 s' from generate_series(1, 205) n`,
    [ada.user.id, app.clock.now()],
  )
  app.clock.advance(minutes(60))
  await tell(app, ada.user.id)
  const first = await bell(ada, 150)
  expect(first.notifications).toHaveLength(150)
  expect(first.unreadCount).toBe(200)
  const next = await listNotifications(ada, { limit: 150, cursor: String(first.nextCursor) })
  expect(next.notifications).toHaveLength(50)
  expect(next.nextCursor).toBeNull()
  expect(next.notifications.at(-1)).toMatchObject({ title: 'Item 7' })
  const exported = []
  for await (const page of notificationData.export(app.ctx, ada.user.id)) exported.push(...page)
  expect(exported).toHaveLength(200)
})

test('what is older than ninety days is forgotten', async ({ app }) => {
  const ada = await app.person()
  await tell(app, ada.user.id)
  app.clock.advance(days(89))
  await forgetOld(app.ctx)
  expect((await bell(ada)).notifications).toHaveLength(1)
  app.clock.advance(days(1) + 1)
  await forgetOld(app.ctx)
  expect((await bell(ada)).notifications).toEqual([])
})

test('whoever wants a kind by e-mail gets one mail for an item, and none for what joins it', async ({
  app,
}) => {
  const ada = await app.person({ email: 'ada@example.org' })
  const bob = await app.person({ email: 'bob@example.org' })
  await updateUser(ada, { preferences: { mailed: ['groups'] } })
  await updateUser(bob, { preferences: { mailed: ['connections'] } })
  const { ctx } = app
  const both = [ada.user.id, bob.user.id]
  for (const _ of [1, 2]) await ctx.transaction((tx) => notify(ctx, tx, both, lost))
  const mails = await mailsOf(app)
  expect(mails).toMatchObject([{ to: 'ada@example.org', subject: 'A group was lost' }])
  expect(mails[0]?.text).toContain('The bot was removed from Choir.')
  expect(mails[0]?.text).toContain(`${ctx.config.publicUrl}/dashboard/telegram-manager`)
  expect(await bell(bob)).toMatchObject({ notifications: [{ count: 2 }], unreadCount: 1 })
})

test('097, 100, 101, 103, 200, 205 every page of the user is told of new, read and cleared items, live', async ({
  app,
}) => {
  const live = await openLive(app)
  const { id: userId, browser, page } = await openPerson(app, live, 'ada')

  const created = page.next<{ notification: { _id: string } }>(`NOTIFICATION_CREATED:${userId}`)
  await tell(app, userId)
  const { data } = await browser.api('GET', '/api/notifications')
  const [item] = (data?.['notifications'] ?? []) as { _id: string }[]
  expect(await created).toEqual({ notification: item, unreadCount: 1 })

  app.clock.advance(250)
  const again = page.nextEvent('NOTIFICATION_CREATED')
  await tell(app, userId)
  expect(await again).toMatchObject({ notification: { _id: item?._id, count: 2 }, unreadCount: 1 })

  app.clock.advance(250)
  const read = page.nextEvent('NOTIFICATION_UPDATED')
  const answer = await browser.api('POST', `/api/notifications/${item?._id}/read`)
  expect(answer).toMatchObject({ status: 200, data: { unreadCount: 0 } })
  expect(await read).toEqual({ ids: [item?._id], change: 'read', unreadCount: 0 })

  await tell(app, userId, { reason: 'other' })
  const all = page.nextEvent('NOTIFICATION_UPDATED')
  expect(await browser.api('POST', '/api/notifications/read-all')).toMatchObject({ status: 200 })
  expect(await all).toEqual({ all: true, change: 'read', unreadCount: 0 })

  const cleared = page.nextEvent('NOTIFICATION_UPDATED')
  expect(await browser.api('POST', '/api/notifications/clear-all')).toMatchObject({
    status: 200,
    data: { unreadCount: 0 },
  })
  expect(await cleared).toEqual({ all: true, change: 'cleared', unreadCount: 0 })
})

test('a call without a token, or for what cannot be, is refused', async ({ app }) => {
  const live = await openLive(app)
  const { browser } = await openPerson(app, live, 'ada')
  const stranger = openBrowser(app, live.web)
  expect(await stranger.get('/api/notifications')).toMatchObject({ status: 401 })
  expect(await browser.api('POST', '/api/notifications/none/read')).toMatchObject({ status: 404 })
})
