import { beforeEach, describe, expect, test } from 'vitest'
import { linkedWhatsapp, within } from './testing.ts'

const stage = linkedWhatsapp()
beforeEach(async () => void (await stage().client.resume()))

describe.each(['lid', 'pn'] as const)('in a group that calls its members by %s', (addressing) => {
  test('all members read what is sent, each with keys of their own', async () => {
    const { client, addGroup, ledgerOf, textsOf, you, bob, eve } = stage()
    const { id } = addGroup({ addressing })
    expect(await client.current().groupFetchAllParticipating()).toMatchObject({
      [id]: { subject: 'Choir', addressingMode: addressing, size: 3 },
    })
    for (const text of ['One', 'Two', 'Three']) {
      const ack = await client.send(id, { text })
      expect(ack).toMatchObject({ class: 'message', from: id })
      expect(ack).not.toHaveProperty('error')
    }
    for (const { lid } of [you, bob, eve]) expect(textsOf(lid, id)).toEqual(['One', 'Two', 'Three'])
    expect(ledgerOf(id)).toMatchObject([
      { channel: 'whatsapp', accountId: you.lid, chatId: id, text: 'One' },
      { text: 'Two' },
      { text: 'Three' },
    ])
  })

  test('a member whose keys are lost asks for the message again, and reads it then', async () => {
    const { whatsapp, client, addGroup, textsOf, bob, eve } = stage()
    const { id } = addGroup({ addressing })
    await client.send(id, { text: 'One' })
    whatsapp.forgetKeys(bob.lid)
    await client.send(id, { text: 'Two' })
    await expect.poll(() => textsOf(bob.lid, id), within).toEqual(['One', 'Two'])
    expect(textsOf(eve.lid, id)).toEqual(['One', 'Two'])
  })
})

test('the client hears who has a message and who has read it', async () => {
  const { whatsapp, client, addGroup, bob, eve } = stage()
  const { id } = addGroup()
  const heard: string[] = []
  const messageId = client.newId()
  client.current().ev.on('message-receipt.update', (updates) => {
    for (const { key, receipt } of updates)
      if (key.id === messageId)
        heard.push(`${receipt.userJid} ${receipt.readTimestamp ? 'read' : 'has'}`)
  })
  await client.send(id, { text: 'Hello' }, messageId)
  whatsapp.read(eve.lid, id, messageId)
  await expect
    .poll(() => heard, within)
    .toEqual([`${bob.lid}@lid has`, `${eve.lid}@lid has`, `${eve.lid}@lid read`])
})

test.each(['lose', 'lose-ack'] as const)(
  'a message without an acknowledgement (%s) is sent again with its id, and read once',
  async (does) => {
    const { whatsapp, client, addGroup, ledgerOf, textsOf, bob, eve } = stage()
    const { id } = addGroup()
    whatsapp.faults.add({ on: 'message', groupId: id, does })
    const messageId = client.newId()
    const end = client.ended(client.current())
    client.sent.set(messageId, { conversation: 'Once' })
    await client.current().relayMessage(id, { conversation: 'Once' }, { messageId })
    expect(await end).toMatchObject({ code: 428 })

    await client.open()
    // The client believes that the members have its key, since it has written it.
    await client.auth.keys.set({ 'sender-key-memory': { [id]: null } })
    await client.relay(id, messageId)
    await client.relay(id, messageId)
    for (const { lid } of [bob, eve]) expect(textsOf(lid, id)).toEqual(['Once'])
    expect(ledgerOf(id)).toHaveLength(1)
  },
)

test('without that, members ask for what they cannot open, and read it once all the same', async () => {
  const { whatsapp, client, addGroup, textsOf, bob, eve } = stage()
  const { id } = addGroup()
  whatsapp.faults.add({ on: 'message', groupId: id, does: 'lose' })
  const messageId = client.newId()
  const end = client.ended(client.current())
  client.sent.set(messageId, { conversation: 'Once' })
  await client.current().relayMessage(id, { conversation: 'Once' }, { messageId })
  await end
  await client.open()
  await client.relay(id, messageId)
  for (const { lid } of [bob, eve])
    await expect.poll(() => textsOf(lid, id), within).toEqual(['Once'])
})

test.each([403, 420, 463, 479])('a message that is refused by %i is in no ledger', async (does) => {
  const { whatsapp, client, addGroup, ledgerOf } = stage()
  const { id } = addGroup()
  whatsapp.faults.add({ on: 'message', groupId: id, does })
  expect(await client.send(id, { text: 'Hello' })).toMatchObject({ error: String(does) })
  expect(ledgerOf(id)).toEqual([])
})

test('somebody who is no member, or no admin where only admins may post, is refused', async () => {
  const { world, client, addGroup, ledgerOf, you, eve } = stage()
  const group = addGroup()
  const metadata = await client.current().groupMetadata(group.id)
  await client.open({ cachedGroupMetadata: async () => metadata })
  const members = group.members.map(({ lid }) => ({ lid, admin: lid === eve.lid }))
  world.commit({ type: 'whatsappGroupSaved', group: { ...group, announce: true, members } })
  expect(await client.send(group.id, { text: 'Hello' })).toMatchObject({ error: '420' })
  const others = members.filter(({ lid }) => lid !== you.lid)
  world.commit({ type: 'whatsappGroupSaved', group: { ...group, members: others } })
  expect(await client.send(group.id, { text: 'Hello' })).toMatchObject({ error: '403' })
  expect(ledgerOf(group.id)).toEqual([])
  await client.open()
})

test('one member without keys fails the whole message, as long as the client writes to them', async () => {
  const { whatsapp, client, addGroup, textsOf, you, bob, eve } = stage()
  const ghost = whatsapp.addPerson({ pn: '15550009999', name: 'Ghost' })
  const { id } = addGroup({ members: [you.lid, bob.lid, eve.lid, ghost.lid] })
  whatsapp.faults.add({ on: 'keys', lid: ghost.lid, code: 406 })
  await expect(client.send(id, { text: 'Hello' })).rejects.toThrow('not-acceptable')
  expect(textsOf(bob.lid, id)).toEqual([])
})
