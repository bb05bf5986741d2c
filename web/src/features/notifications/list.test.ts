import type { Notification } from '@carillon/contract/notifications'
import { expect, test } from 'vitest'
import {
  type NotificationList,
  notificationsIn,
  unreadIn,
  withAllRead,
  withCreated,
  withNone,
  withRead,
  withUpdated,
} from './list.ts'

const item = (_id: string, more: Partial<Notification> = {}): Notification => ({
  _id,
  kind: 'groups',
  title: `Title ${_id}`,
  message: 'Words.',
  isRead: false,
  createdAt: '2026-12-01T09:00:00.000Z',
  count: 1,
  ...more,
})

/** Two pages: c and b unread, a read. */
const list: NotificationList = {
  pages: [
    { notifications: [item('c'), item('b')], unreadCount: 2, nextCursor: 'x' },
    { notifications: [item('a', { isRead: true })], unreadCount: 2, nextCursor: null },
  ],
  pageParams: ['', 'x'],
}

const seen = (list: NotificationList) =>
  notificationsIn(list).map(({ _id, isRead }) => (isRead ? _id : `${_id}*`))

test('103, 107 what is new comes first, once, however often it is told', () => {
  const created = { notification: item('d'), unreadCount: 3 }
  const once = withCreated(list, created)
  expect(seen(once)).toEqual(['d*', 'c*', 'b*', 'a'])
  expect(unreadIn(once)).toBe(3)
  expect(withCreated(once, created)).toBe(once)
})

test('what happened again moves to the front with its count', () => {
  const again = withCreated(list, { notification: item('b', { count: 2 }), unreadCount: 2 })
  expect(seen(again)).toEqual(['b*', 'c*', 'a'])
  expect(notificationsIn(again)[0]).toMatchObject({ count: 2 })
})

test('205 what was read or cleared elsewhere is so here', () => {
  const read = withUpdated(list, { ids: ['b'], change: 'read', unreadCount: 1 })
  expect(seen(read)).toEqual(['c*', 'b', 'a'])
  expect(unreadIn(read)).toBe(1)
  const cleared = withUpdated(list, {
    all: true,
    except: ['c'],
    change: 'cleared',
    unreadCount: 1,
  })
  expect(seen(cleared)).toEqual(['c*'])
})

test('099 reading lowers the count, never below zero', () => {
  const one = withRead(list, 'c')
  expect(seen(one)).toEqual(['c', 'b*', 'a'])
  expect(unreadIn(one)).toBe(1)
  expect(unreadIn(withRead(withRead(one, 'b'), 'b'))).toBe(0)
  expect(unreadIn(withAllRead(list))).toBe(0)
  expect(seen(withAllRead(list))).toEqual(['c', 'b', 'a'])
})

test('101 nothing is left after clearing, and no older page is offered', () => {
  const none = withNone(list)
  expect(seen(none)).toEqual([])
  expect(unreadIn(none)).toBe(0)
  expect(none.pages.at(-1)?.nextCursor).toBeNull()
})
