import { liveCycle } from '../../test/cycle-life.ts'
import { liveByRules } from '../../test/cycle-rules-life.ts'
import { givePosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'

const CYCLES = 500
const DAYS = 400

/** With a database a slot takes some hundredths of a second. */
const WITH_DATABASE = { cycles: 40, days: 100 }

/** Some live for 400 days, through the clocks of autumn and of spring. */
const FOR_LONG = 10

test('500 cycles through 400 slots each: what is told before is what is said, and what an oracle says', () => {
  for (let seed = 1_000; seed < 1_000 + CYCLES; seed++) {
    expect([seed, liveByRules(seed, DAYS)]).toEqual([seed, undefined])
  }
}, 600_000)

test.for(Array.from({ length: WITH_DATABASE.cycles }, (_, n) => n + 1_000))(
  'planned and simulated with a database, through crashes, pauses and failures: life %i',
  { timeout: 600_000 },
  async (seed, { app }) => {
    const posting = await givePosting(app, { groups: 3 })
    const count = seed < 1_000 + FOR_LONG ? DAYS : WITH_DATABASE.days
    const options = { seed, count, simulated: 3 }
    expect(await liveCycle(app, posting, options)).toBeUndefined()
  },
)
