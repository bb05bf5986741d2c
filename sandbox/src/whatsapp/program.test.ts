import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WA_CERT_DETAILS } from 'baileys'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'
import { createTestClient } from './test-client.ts'
import { within } from './testing.ts'

test('after the sandbox was started again, the same client is still linked and is read by all', async () => {
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    onTestFinished(vi.spyOn(console, level).mockImplementation(() => {}).mockRestore)
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-whatsapp-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir, whatsapp: true })
  trust(first)
  const you = await first.whatsapp.addPerson({ pn: '15550001111', name: 'You' })
  const eve = await first.whatsapp.addPerson({ pn: '15550003333', name: 'Eve' })
  const group = await first.whatsapp.addGroup({ subject: 'Choir', members: [you.lid, eve.lid] })
  const client = createTestClient(endpointOf(first), (text) => first.whatsapp.scan(you.lid, text))
  onTestFinished(() => client.end())
  await client.link()
  await client.send(group.id, { text: 'Before' })
  await first.stop()

  const second = await startSandbox({ dataDir, whatsapp: true })
  onTestFinished(() => second.stop())
  expect(second.whatsappEndpoint).toEqual(first.whatsappEndpoint)
  await client.open()
  await client.send(group.id, { text: 'After' })
  const [, after] = await second.waitForLedger(2)
  expect(after).toMatchObject({ channel: 'whatsapp', accountId: you.lid, chatId: group.id })
  // Everybody has new keys, and asks for what they could not open.
  await expect
    .poll(
      async () => (await second.ledger({ since: 1 }))[0]?.readings?.map(({ lid }) => lid).sort(),
      within,
    )
    .toEqual([you.lid, eve.lid])
  expect(await second.ledger()).toMatchObject([{ text: 'Before' }, { text: 'After' }])
  expect(await second.whatsapp.messages(group.id)).toMatchObject([
    { text: 'Before', readers: [you.lid, eve.lid] },
    { text: 'After' },
  ])
  expect(await second.whatsapp.world()).toMatchObject({
    people: expect.arrayContaining([
      expect.objectContaining({ lid: you.lid, devices: [expect.any(Number)] }),
      expect.objectContaining({ lid: eve.lid }),
    ]),
    violations: [],
  })
})

test('what phones cannot do is said in words', async () => {
  const { whatsapp, stop } = await startSandbox({ whatsapp: true })
  onTestFinished(stop)
  const you = await whatsapp.addPerson({ pn: '15550001111', name: 'You' })
  await expect(whatsapp.addPerson({ pn: '15550001111', name: 'Other' })).rejects.toThrow(
    'Somebody has this number',
  )
  await expect(whatsapp.addGroup({ subject: 'Choir', members: ['1'] })).rejects.toThrow(
    'Nobody has the id 1.',
  )
  await expect(whatsapp.scan(you.lid, 'nonsense')).rejects.toThrow('has expired')
  await expect(whatsapp.typeCode(you.lid, 'ABCD1234')).rejects.toThrow('No client asks')
  await expect(whatsapp.unlink(you.lid, 3)).rejects.toThrow('This device is not linked.')
  await expect(whatsapp.read(you.lid, { groupId: '1', messageId: '1' })).rejects.toThrow(
    'There is no such message.',
  )
})

function endpointOf({ whatsappEndpoint }: Sandbox) {
  if (!whatsappEndpoint) throw new Error('WhatsApp was not asked for.')
  return whatsappEndpoint
}

/** The client must take the root of the stand-in for that of WhatsApp. */
function trust(sandbox: Sandbox): void {
  const real = WA_CERT_DETAILS.PUBLIC_KEY
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(endpointOf(sandbox).rootKey, 'hex')
  onTestFinished(() => void (WA_CERT_DETAILS.PUBLIC_KEY = real))
}
