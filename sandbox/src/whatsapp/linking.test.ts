import { once } from 'node:events'
import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { openWhatsapp, within } from './testing.ts'

test('somebody scans the code of a client, which then logs in as a device of theirs', async () => {
  const { world, client, you } = await openWhatsapp()
  const socket = await client.link()
  const [device] = world.state.whatsapp.people.get(you.lid)?.linked ?? []
  expect(socket.user).toMatchObject({
    id: `${you.pn}:${device?.id}@s.whatsapp.net`,
    lid: `${you.lid}:${device?.id}@lid`,
  })
})

test('after linking the client is asked to come again', async () => {
  const { whatsapp, client, you } = await openWhatsapp()
  const socket = client.connect()
  const end = client.ended(socket)
  whatsapp.scan(you.lid, await client.shown(socket))
  expect(await end).toMatchObject({ code: 515 })
})

test('somebody types the code that a client shows', async () => {
  const { whatsapp, client, you } = await openWhatsapp()
  const socket = client.connect()
  const end = client.ended(socket)
  await client.shown(socket)
  const code = await codeOf(socket, you.pn)
  expect(code).toMatch(/^[0-9A-Z]{8}$/)
  await whatsapp.typeCode(you.lid, code)
  expect(await end).toMatchObject({ code: 515 })
  await client.open()
})

test('with a mistyped code nothing is linked, and the right one still works', async () => {
  const { world, whatsapp, client, you } = await openWhatsapp()
  const socket = client.connect()
  const end = client.ended(socket)
  await client.shown(socket)
  const code = await codeOf(socket, you.pn)
  await expect(whatsapp.typeCode(you.lid, 'WRONG123')).rejects.toThrow('That is not the code.')
  expect(world.state.whatsapp.people.get(you.lid)?.linked).toEqual([])
  await whatsapp.typeCode(you.lid, code)
  expect(await end).toMatchObject({ code: 515 })
})

test('codes that nobody scans run out', async () => {
  const { client } = await openWhatsapp()
  const shown = new Set<string>()
  const socket = client.connect({ qrTimeout: 20 })
  socket.ev.on('connection.update', ({ qr }) => qr && shown.add(qr))
  expect(await client.ended(socket)).toMatchObject({ code: 408 })
  expect(shown.size).toBe(6)
})

test('a code is good for its own client, and only while that is there', async () => {
  const { whatsapp, client, you } = await openWhatsapp()
  const socket = client.connect()
  const text = await client.shown(socket)
  const [ref, , ...rest] = text.split(',')
  const foreign = [ref, Buffer.alloc(32).toString('base64'), ...rest].join(',')
  expect(() => whatsapp.scan(you.lid, foreign)).toThrow('This code belongs to another client.')
  await socket.end(undefined)
  await expect.poll(() => gone(() => whatsapp.scan(you.lid, text)), within).toBe(true)
})

test('a number that is not linked, or linked by another client, cannot log in', async () => {
  const { whatsapp, client, you } = await openWhatsapp()
  const socket = await client.link()
  const end = client.ended(socket)
  const [device] = you.linked
  expect(device).toBeUndefined()
  whatsapp.unlink(you.lid, Number(socket.user?.id.match(/:(\d+)@/)?.[1]))
  expect(await end).toMatchObject({ code: 401 })
  expect(await client.ended(client.connect())).toMatchObject({
    code: 401,
    data: { reason: '401' },
  })
})

test('a client that unlinks itself is gone from the account', async () => {
  const { world, client, you } = await openWhatsapp()
  const socket = await client.link()
  await socket.logout()
  await expect.poll(() => world.state.whatsapp.people.get(you.lid)?.linked, within).toEqual([])
})

/** Asks for a code, and waits until the server has heard of it. */
async function codeOf(socket: WASocket, pn: string): Promise<string> {
  const heard = once(socket.ws, 'CB:iq,type:result,link_code_companion_reg')
  const code = await socket.requestPairingCode(pn)
  await heard
  return code
}

function gone(scan: () => void): boolean {
  try {
    scan()
    return false
  } catch (error) {
    return (error as Error).message === 'This code has expired.'
  }
}
