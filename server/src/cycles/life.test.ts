import { liveCycle } from '../../test/cycle-life.ts'
import { liveByRules } from '../../test/cycle-rules-life.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'

test('by its rules a cycle says what an oracle says, and what was simulated before, whatever is edited', async () => {
  for (let seed = 0; seed < 40; seed++)
    expect([seed, await liveByRules(seed, 150)]).toEqual([seed, undefined])
})

test.for([1, 2, 3, 4, 5, 6])(
  'whatever happens to a cycle, each slot says what it has to, and what was simulated: life %i',
  async (seed, { app }) => {
    const posting = await createPosting(app, { groups: 3 })
    const wrong = await liveCycle(app, posting, { seed, count: 25 })
    expect(wrong).toBeUndefined()
  },
)
