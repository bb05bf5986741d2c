import { beforeEach, expect, test } from 'vitest'
import { messageBy } from '../world/whatsapp/state.ts'
import { linkedWhatsapp } from './testing.ts'

const stage = linkedWhatsapp()
beforeEach(async () => void (await stage().client.resume()))

test('what was said is changed and taken away on all phones, and the ledger keeps what was accepted', async () => {
  const { world, client, addGroup, ledgerOf } = stage()
  const { id } = addGroup()
  const messageId = client.newId()
  const shown = () => messageBy(world.state.whatsapp, id, messageId)
  const key = { remoteJid: id, id: messageId, fromMe: true }
  await client.send(id, { text: 'One' }, messageId)
  await client.send(id, { edit: key, text: 'Two' })
  expect(shown()).toMatchObject({ text: 'Two', editedAt: expect.any(Number) })
  await client.send(id, { delete: key })
  expect(shown()).toMatchObject({ text: '', deletedAt: expect.any(Number) })
  await client.send(id, { edit: key, text: 'Three' })
  expect(shown()).toMatchObject({ text: '' })
  expect(ledgerOf(id)).toMatchObject([{ text: 'One', messageIds: [messageId] }])
})
