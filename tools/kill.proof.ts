import { expect, test } from 'vitest'
import { openCommunity } from './community.ts'
import { crash } from './crash.ts'
import { startProduct } from './product.ts'

const BOTS = 10
const GROUPS = 500
/** How many messages the ledger holds when the server is killed. `tools/whatsapp.test.ts` kills it once. */
const KILLS_AFTER = [30, 70, 270]

test('a server that is killed while it is sending to many groups loses nothing and sends nothing twice', async () => {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const community = await openCommunity(product, { bots: BOTS, groupsPerBot: GROUPS / BOTS })
    const faults = KILLS_AFTER.map((after) => ({ to: 'server' as const, after }))
    const crashed = await crash(product, community, faults)
    community.sandbox.close()
    expect(crashed).toMatchObject({ twice: 0, lost: 0 })
    expect(crashed.sent + crashed.unconfirmed).toBe(GROUPS)
    // On the wire at the moment of a kill are at most five messages of each bot.
    expect(crashed.unconfirmed).toBeLessThanOrEqual(KILLS_AFTER.length * BOTS * 5)
  } finally {
    await product.stop()
  }
}, 240_000)
