import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { dismissToast, currentToast, toast } from '../../ui/toast/store.ts'
import { receiveCreated } from './receive.ts'

beforeEach(() => {
  const left = currentToast()
  if (left) dismissToast(left.id)
})

const hear = (title: string, here = '/elsewhere') => {
  const item = { kind: 'groups' as const, message: 'Look.', link: '/', isRead: false, count: 1 }
  const notification = { ...item, _id: title, title, createdAt: '2026-06-01T08:00:00.000Z' }
  receiveCreated(new QueryClient(), { notification, unreadCount: 1 }, () => {}, here)
}

test('two troubles at once are both told', () => {
  hear('“Choir” was muted')
  expect(currentToast()).toMatchObject({ title: '“Choir” was muted', description: 'Look.' })
  hear('“Band” was muted')
  expect(currentToast()).toMatchObject({
    title: '2 new notifications',
    description: '“Choir” was muted. “Band” was muted.',
  })
  for (const name of ['C', 'D']) hear(name)
  expect(currentToast()?.description).toBe('“Choir” was muted. “Band” was muted. C …')
  dismissToast(currentToast()!.id)
  hear('Once more')
  expect(currentToast()?.title).toBe('Once more')
})

test('news lead to their page, unless it is open', () => {
  hear('“Choir” was muted')
  expect(currentToast()?.action?.label).toBe('Open')
  dismissToast(currentToast()!.id)
  hear('“Band” was muted', '/')
  expect(currentToast()).toMatchObject({ title: '“Band” was muted' })
  expect(currentToast()?.action).toBeUndefined()
})

test('a refusal that is being told stays when there are news', () => {
  toast({ variant: 'destructive', title: 'It could not be sent', description: 'Choose a group.' })
  hear('“Choir” was muted')
  expect(currentToast()).toMatchObject({
    variant: 'destructive',
    title: 'It could not be sent',
    description: 'Choose a group. Also: “Choir” was muted.',
  })
})
