import { expect, test } from 'vitest'
import { createClient } from '../sandbox/src/testing/client.ts'
import { linkNumber } from './whatsapp-groups.ts'
import { newPerson } from './client.ts'
import { crash } from './crash.ts'
import { startProduct } from './product.ts'

const CHOIRS = 4

test('the product sends to groups of WhatsApp; killed on the way, it sends each message once', async () => {
  const env = { DEFAULT_TIER: 'pro', LOG_LEVEL: 'debug', SANDBOX_WHATSAPP: 'on' }
  const product = await startProduct({ env })
  try {
    const sandbox = createClient(product.sandboxUrl)
    const person = await newPerson(product.url, 'ida@example.org')
    const bob = await sandbox.whatsapp.addPerson({ pn: '15557770002', name: 'Bob' })
    const eve = await sandbox.whatsapp.addPerson({ pn: '15557770003', name: 'Eve' })
    const members = Array.from({ length: CHOIRS }, () => [bob.lid, eve.lid])
    const { groups, secrets } = await linkNumber(person, sandbox, { pn: '15557770001', members })
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
    for (const secret of secrets) expect(log).not.toContain(secret)
    sandbox.close()
  } finally {
    await product.stop()
  }
}, 180_000)
