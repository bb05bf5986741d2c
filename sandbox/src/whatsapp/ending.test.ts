import { beforeEach, expect, test } from 'vitest'
import type { StreamError } from './stream-error-names.ts'
import { linkedWhatsapp } from './testing.ts'

const stage = linkedWhatsapp()
beforeEach(async () => void (await stage().client.resume()))

test.each<[why: StreamError, code: number]>([
  ['unavailable', 503],
  ['restart', 515],
  ['replaced', 440],
  ['unlinked', 401],
  // The client knows no better word for either.
  ['missed-ack', 500],
  ['malformed', 500],
])('a connection that ends as %s is told by the client as %i', async (why, code) => {
  const { whatsapp, client, you } = stage()
  const end = client.ended(client.current())
  whatsapp.endStreams(you.lid, why)
  expect(await end).toMatchObject({ code })
})

test.each([
  [403, { logout_message_header: 'Your account is locked.' }],
  [405, {}],
  [406, {}],
  [411, {}],
  // Too many got the same message; for an hour.
  [402, { code: '104', expire: '3600' }],
])('a login that is refused by %i comes with what the server says to it', async (reason, attrs) => {
  const { whatsapp, client } = stage()
  await client.current().end(undefined)
  whatsapp.faults.add({ on: 'login', reason, attrs })
  expect(await client.ended(client.connect())).toEqual({
    code: reason,
    data: { reason: String(reason), location: 'sandbox', ...attrs },
  })
})

test('what was on its way when a connection ended is taken by nobody, and is no mistake of the client', async () => {
  const { whatsapp, client, you, addGroup, ledgerOf } = stage()
  const { id: to } = addGroup()
  const end = client.ended(client.current())
  // In one turn: neither has heard of the other.
  const written = client
    .current()
    .sendNode({ tag: 'message', attrs: { id: client.newId(), to, type: 'text' } })
  whatsapp.endStreams(you.lid, 'restart')
  await written
  await end
  // The server has read by then what was sent before.
  await client.resume()
  expect(ledgerOf(to)).toEqual([])
  expect(whatsapp.violations).toEqual([])
})

test('of two connections of one device the later one stays', async () => {
  const { client } = stage()
  const former = client.current()
  const end = client.ended(former)
  const socket = await client.open()
  expect(await end).toMatchObject({ code: 440 })
  expect(socket.ws.isOpen).toBe(true)
})

test('a question of somebody who asks too much is refused', async () => {
  const { whatsapp, client, addGroup } = stage()
  const { id } = addGroup()
  whatsapp.faults.add({
    on: 'query',
    xmlns: 'w:g2',
    does: { code: 429, text: 'rate-overlimit' },
  })
  await expect(client.current().groupFetchAllParticipating()).rejects.toMatchObject({
    message: 'rate-overlimit',
    data: 429,
  })
  expect(await client.current().groupFetchAllParticipating()).toHaveProperty([id])
})

test('a question that nobody answers ends when the client has waited enough', async () => {
  const { whatsapp, client } = stage()
  const socket = await client.open({ defaultQueryTimeoutMs: 30 })
  whatsapp.faults.add({ on: 'query', xmlns: 'w:g2', does: 'silence' })
  await expect(socket.groupFetchAllParticipating()).resolves.toEqual({})
})
