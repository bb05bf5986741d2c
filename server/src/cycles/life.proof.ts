import { liveCycle } from '../../test/cycle-life.ts'
import { liveByRules } from '../../test/cycle-rules-life.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'

const CYCLES = 500
const DAYS = 400

/**
 * With a database a slot takes some hundredths of a second, so that all of them take an hour: `LIVES=500` before the
 * command asks for that. Several run at once, each with a database of its own.
 */
const LIVES = Number(process.env['LIVES'] ?? 20)

test('500 cycles through 400 slots each: what is simulated is what is said, and what an oracle says', async () => {
  for (let seed = 1_000; seed < 1_000 + CYCLES; seed++) {
    expect([seed, await liveByRules(seed, DAYS)]).toEqual([seed, undefined])
  }
}, 600_000)

test.concurrent.for(Array.from({ length: LIVES }, (_, n) => n + 1_000))(
  'what was simulated is what was executed in 400 days, through edits, pauses, lost groups, failures and crashes: life %i',
  { timeout: 1_800_000 },
  async (seed, { app }) => {
    const posting = await createPosting(app, { groups: 3 })
    expect(await liveCycle(app, posting, { seed, count: DAYS })).toBeUndefined()
  },
)
