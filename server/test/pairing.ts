import type { Connection } from '@carillon/contract/connections'
import { onTestFinished } from 'vitest'
import { linkIn, openTelegramApp, type Caller, type TelegramApp } from './telegram.ts'

/** A test app that receives updates, and the calls of a person in it. */
export async function openPairing(env: Record<string, string> = {}) {
  const app = await openTelegramApp({ app: { env } })
  onTestFinished(() => app.close())
  await app.openSessions()
  return { app, sandbox: app.sandbox, ida: app.as(await app.person()) }
}

/** The code of an invite link. */
export const codeIn = (url: string) => new URL(url).searchParams.get('startgroup') ?? ''

/** Makes a chat with the bot of this server in it, added by a link if there is a code. */
export async function addBotTo(app: TelegramApp, title: string, code?: string) {
  const chat = await app.sandbox.addGroup({ title })
  await app.sandbox.addBot({ chatId: chat.id, ...(code ? { startPayload: code } : {}) })
  return chat
}

/** Pairs through the bot of this server; returns the connection. */
export async function pairShared(app: TelegramApp, call: Caller, title: string): Promise<string> {
  const { data } = await call('POST', '/api/connections', { channel: 'telegram-bot' })
  await addBotTo(app, title, codeIn(linkIn(data.pairing)!))
  await app.until(() => connectionThat(call, data.id, (it) => it.groupCount === 1))
  return data.id
}

/** Uses a new link of a connection in another chat. */
export async function newLinkInto(app: TelegramApp, call: Caller, id: string, title: string) {
  const { data } = await call('POST', `/api/connections/${id}/pairing`, { refresh: true })
  await addBotTo(app, title, codeIn(linkIn(data.pairing)!))
  await app.until(() => connectionThat(call, id, (it) => it.pairing === undefined))
}

/** The connection, once it fits. */
export async function connectionThat(
  call: Caller,
  id: string,
  fits: (connection: Connection) => unknown,
) {
  const { data } = await call('GET', `/api/connections/${id}`)
  return fits(data) ? data : undefined
}

/** What happened before the bot was connected is gone: Telegram keeps updates for a day only. */
export async function forgetUpdates(apiRoot: string, token: string) {
  await fetch(`${apiRoot}/bot${token}/getUpdates?offset=-1`)
  await fetch(`${apiRoot}/bot${token}/deleteWebhook?drop_pending_updates=true`)
}
