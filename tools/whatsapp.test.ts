import { setTimeout as pause } from 'node:timers/promises'
import {
  createConnection,
  getConnection,
  listChats,
  type Connection,
} from '@carillon/contract/connections'
import { createGroup, type Group } from '@carillon/contract/groups'
import { expect, test } from 'vitest'
import { createClient } from '../sandbox/src/testing/client.ts'
import { newPerson, type Person } from './client.ts'
import { crash } from './crash.ts'
import { startProduct } from './product.ts'

const LOOK_MS = 50
const CHOIRS = 4

test('the product sends to groups of WhatsApp; killed on the way, it sends each message once', async () => {
  const env = { DEFAULT_TIER: 'pro', LOG_LEVEL: 'debug', SANDBOX_WHATSAPP: 'on' }
  const product = await startProduct({ env })
  try {
    const sandbox = createClient(product.sandboxUrl)
    const person = await newPerson(product.url, 'ida@example.org')
    const { groups, secrets } = await linked(person, sandbox)
    const before = product.log()
    const crashed = await crash(product, { person, groups, sandbox }, [{ to: 'server', after: 1 }])
    expect(crashed).toEqual({ twice: 0, lost: 0, sent: CHOIRS, unconfirmed: 0 })
    for (const { externalId } of groups) {
      // All three phones have read it, the own one too.
      expect(await sandbox.whatsapp.messages(externalId)).toMatchObject([
        { readers: [expect.anything(), expect.anything(), expect.anything()] },
      ])
    }
    const log = before + product.log()
    for (const secret of [...secrets, 'The market opens', 'privKey']) {
      expect(log).not.toContain(secret)
    }
    sandbox.close()
  } finally {
    await product.stop()
  }
}, 180_000)

/** Links a number by the code that the page shows, and chooses all its groups. */
async function linked(person: Person, { whatsapp: phones }: ReturnType<typeof createClient>) {
  const you = await phones.addPerson({ pn: '15557770001', name: 'Ida' })
  const bob = await phones.addPerson({ pn: '15557770002', name: 'Bob' })
  const eve = await phones.addPerson({ pn: '15557770003', name: 'Eve' })
  const members = [you.lid, bob.lid, eve.lid]
  for (let n = 0; n < CHOIRS; n++) await phones.addGroup({ subject: `Choir ${n}`, members })

  const { id } = await person.call(createConnection, {
    body: { channel: 'whatsapp', method: 'qr', consent: true },
  })
  const params = { id }
  const read = () => person.call(getConnection, { params })
  const shown = await until(read, ({ pairing }) => pairing?.step === 'scan')
  const qr = qrOf(shown)
  await phones.scan(you.lid, qr)
  await until(read, ({ status }) => status === 'connected')
  const { items } = await until(
    () => person.call(listChats, { params }),
    (chats) => chats.items.length === CHOIRS,
  )
  const groups: Group[] = []
  for (const { externalId } of items) {
    groups.push(await person.call(createGroup, { body: { connectionId: id, externalId } }))
  }
  return { groups, secrets: [qr, qr.split(',')[3]!] }
}

const qrOf = ({ pairing }: Connection) => (pairing?.step === 'scan' ? pairing.qr : '')

async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (fits(value)) return value
    await pause(LOOK_MS)
  }
}
