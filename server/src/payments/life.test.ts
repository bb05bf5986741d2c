import { livePaying } from '../../test/paying-life.ts'
import { openShop, sellers } from '../../test/shop.ts'
import { expect, test } from '../../test/test-app.ts'

/** More of these by hand: LIVES=50 npm test -- server/src/payments/life.test.ts */
const LIVES = Number(process.env['LIVES'] ?? 1)

test.for(sellers)(
  'whatever happens, in whatever order, the tier is what %s is paid for within one sweep',
  { timeout: 120_000 * LIVES },
  async (provider) => {
    let changes = 0
    for (let seed = 1; seed <= LIVES; seed++) {
      const shop = await openShop(provider)
      const people = [await shop.app.person(), await shop.app.person()]
      const life = await livePaying(shop, people, { seed, count: 100 })
      expect(life).toEqual({ changes: expect.any(Number) })
      if ('changes' in life) changes += life.changes
    }
    // A life without a payment would prove nothing.
    expect(changes).toBeGreaterThan(LIVES)
  },
)
