import type { Group } from '@carillon/contract/groups'
import { expect, onTestFinished } from 'vitest'
import { linkIn, openTelegramApp, type Caller, type TelegramApp } from './telegram.ts'

/** A test app that receives updates, and a person in it, with their calls. */
export async function openGroups(env: Record<string, string> = {}) {
  const app = await openTelegramApp({ app: { env } })
  onTestFinished(() => app.close())
  await app.openSessions()
  const person = await app.person()
  return { app, sandbox: app.sandbox, person, ida: app.as(person) }
}

/** Proves a chat through the shared bot and has it as a group. */
export async function choose(
  app: TelegramApp,
  call: Caller,
  title: string,
  type: 'group' | 'supergroup' | 'forum' = 'supergroup',
) {
  const { data } = await call('POST', '/api/connections', { channel: 'telegram-bot' })
  const startPayload = new URL(linkIn(data.pairing)!).searchParams.get('startgroup') ?? ''
  const chat = await app.sandbox.addGroup({ title, type })
  await app.sandbox.addBot({ chatId: chat.id, startPayload })
  const externalId = String(chat.id)
  await app.until(async () => {
    const chats = await call('GET', `/api/connections/${data.id}/chats`)
    return chats.data.items.some((item: { externalId: string }) => item.externalId === externalId)
  })
  const known = await call('GET', '/api/groups')
  const first = known.data.items.find(
    (item: { externalId: string }) => item.externalId === externalId,
  )
  if (first) return first
  const added = await call('POST', '/api/groups', { connectionId: data.id, externalId })
  expect(added.status).toBe(201)
  return added.data
}

/** Connects an own bot; returns the connection once so many chats are known. */
export async function connectOwn(app: TelegramApp, call: Caller, token: string, chats: number) {
  const { data } = await call('POST', '/api/connections', { channel: 'telegram-bot', token })
  await app.until(async () => {
    const known = await call('GET', `/api/connections/${data.id}/chats`)
    return known.data.items.length === chats
  })
  return data.id
}

/** Connects an own bot and chooses the chat that it is in. */
export async function chooseThrough(app: TelegramApp, call: Caller, token: string, chatId: number) {
  const connectionId = await connectOwn(app, call, token, 1)
  const added = await call('POST', '/api/groups', { connectionId, externalId: String(chatId) })
  return added.data
}

/** The group, once it fits. */
export async function groupThat(call: Caller, id: string, fits: (group: Group) => unknown) {
  const { data } = await call('GET', `/api/groups/${id}`)
  return fits(data) ? data : undefined
}

export const rowOf = (app: TelegramApp, id: string) =>
  app.ctx.db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
