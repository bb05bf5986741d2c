import type { BinaryNode } from 'baileys'
import { once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import type { GroupChange } from '../world/whatsapp/model.ts'
import { linkedWhatsapp, within } from './testing.ts'

const stage = linkedWhatsapp()
beforeEach(async () => void (await stage().client.resume()))

test.each<[change: GroupChange, heard: object]>([
  [{ kind: 'rename', subject: 'Band' }, { subject: 'Band' }],
  [{ kind: 'announce', on: true }, { announce: true }],
  [{ kind: 'announce', on: false }, { announce: false }],
])('the client hears what is changed in a group: %o', async (change, heard) => {
  const { whatsapp, client, addGroup, eve } = stage()
  const { id } = addGroup()
  const updates = nextOf(client.current().ev, 'groups.update')
  whatsapp.changeGroup(id, eve.lid, change)
  expect(await updates).toMatchObject([{ id, ...heard }])
  expect(await client.current().groupMetadata(id)).toMatchObject(heard)
})

test.each(['lid', 'pn'] as const)(
  'and who comes, goes and is an admin (%s)',
  async (addressing) => {
    const { whatsapp, client, addGroup, you, bob, eve } = stage()
    const { id } = addGroup({ addressing, members: [you.lid, eve.lid] })
    const who = addressing === 'lid' ? `${bob.lid}@lid` : `${bob.pn}@s.whatsapp.net`
    for (const kind of ['add', 'promote', 'demote', 'remove'] as const) {
      const update = nextOf(client.current().ev, 'group-participants.update')
      whatsapp.changeGroup(id, eve.lid, { kind, lid: bob.lid })
      expect(await update).toMatchObject({ id, action: kind, participants: [{ id: who }] })
    }
  },
)

test('who joins later gets the key of the group with the next message', async () => {
  const { whatsapp, client, addGroup, textsOf, you, bob, eve } = stage()
  const { id } = addGroup({ members: [you.lid, eve.lid] })
  await client.send(id, { text: 'One' })
  whatsapp.changeGroup(id, you.lid, { kind: 'add', lid: bob.lid })
  await client.send(id, { text: 'Two' })
  expect(textsOf(bob.lid, id)).toEqual(['Two'])
  expect(textsOf(eve.lid, id)).toEqual(['One', 'Two'])
})

test('somebody who was removed is told so, and then sees the group no more', async () => {
  const { whatsapp, client, addGroup, you, eve } = stage()
  const { id } = addGroup()
  const update = nextOf(client.current().ev, 'group-participants.update')
  whatsapp.changeGroup(id, eve.lid, { kind: 'remove', lid: you.lid })
  expect(await update).toMatchObject({ id, action: 'remove' })
  expect(await client.current().groupFetchAllParticipating()).not.toHaveProperty([id])
  await expect(client.current().groupMetadata(id)).rejects.toMatchObject({ data: 403 })
  await expect(client.current().groupMetadata('120363@g.us')).rejects.toMatchObject({ data: 404 })
})

test('what happens while the client is away waits for it', async () => {
  const { whatsapp, client, addGroup, you, eve } = stage()
  const { id } = addGroup()
  const messageId = client.newId()
  await client.send(id, { text: 'Hello' }, messageId)
  await client.current().end(undefined)
  await expect.poll(() => whatsapp.isThere(you.lid), within).toBe(false)
  whatsapp.changeGroup(id, eve.lid, { kind: 'rename', subject: 'Band' })
  whatsapp.read(eve.lid, id, messageId)

  const socket = client.connect()
  const receipt = once(socket.ws, 'CB:receipt,type:read')
  const renamed = nextOf(socket.ev, 'groups.update')
  const [{ attrs }]: [BinaryNode] = (await receipt) as [BinaryNode]
  expect(attrs).toMatchObject({ id: messageId, from: id, offline: '1' })
  expect(await renamed).toMatchObject([{ id, subject: 'Band' }])
})

type Events = { on(name: string, listener: (value: unknown) => void): void }

const nextOf = (events: object, name: string): Promise<unknown> =>
  new Promise((resolve) => (events as Events).on(name, resolve))
