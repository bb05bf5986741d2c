import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { dismissToast, presentToast, toast } from '../../ui/toast/store.ts'
import { receiveCreated } from './receive.ts'

beforeEach(() => {
  const left = presentToast()
  if (left) dismissToast(left.id)
})

const hear = (title: string, here = '/elsewhere') => {
  const item = { kind: 'groups' as const, message: 'Look.', link: '/', isRead: false, count: 1 }
  const notification = { ...item, _id: title, title, createdAt: '2026-06-01T08:00:00.000Z' }
  receiveCreated(new QueryClient(), { notification, unreadCount: 1 }, () => {}, here)
}

test('two troubles at once are both told', () => {
  hear('“Choir” was muted')
  expect(presentToast()).toMatchObject({ title: '“Choir” was muted', description: 'Look.' })
  hear('“Band” was muted')
  expect(presentToast()).toMatchObject({
    title: '2 new notifications',
    description: '“Choir” was muted. “Band” was muted.',
  })
  for (const name of ['C', 'D']) hear(name)
  expect(presentToast()?.description).toBe('“Choir” was muted. “Band” was muted. C …')
  dismissToast(presentToast()!.id)
  hear('Once more')
  expect(presentToast()?.title).toBe('Once more')
})

test('news lead to their page, unless it is open', () => {
  hear('“Choir” was muted')
  expect(presentToast()?.action?.label).toBe('Open')
  dismissToast(presentToast()!.id)
  hear('“Band” was muted', '/')
  expect(presentToast()).toMatchObject({ title: '“Band” was muted' })
  expect(presentToast()?.action).toBeUndefined()
})

test('a refusal that is being told stays when there are news', () => {
  toast({ variant: 'destructive', title: 'It could not be sent', description: 'Choose a group.' })
  hear('“Choir” was muted')
  expect(presentToast()).toMatchObject({
    variant: 'destructive',
    title: 'It could not be sent',
    description: 'Choose a group. Also: “Choir” was muted.',
  })
})
