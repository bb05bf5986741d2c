import { expect, test } from 'vitest'
import { attackNames } from './hostile/attacks.ts'
import { openScene, SCENE_ENV } from './hostile/scene.ts'
import { startProduct } from './product.ts'

/** Enough for each attack to hurt where nothing bounds it; `npm run bench -- hostile` has all that is allowed. */
const HOARD = { series: 20, messages: 1_000, accountsToDelete: 1, sent: 2_000 }

/** How long all attack at once, in milliseconds, and how many sends of the neighbor fall due meanwhile. */
const ATTACKED_MS = 4_000
const SENDS = 24

/** Of each attack so many at once: attacker, server and other tests share what cores there are. */
const LANES = 2

/** Much more than is promised, for the same reason; in milliseconds. Unbounded, one calendar took 24 s. */
const LATE_MAX_MS = 10_000
const SILENT_MAX_MS = 10_000

test('messages go out once and on time beside a user and a stranger who do the worst they can', async () => {
  const product = await startProduct({ env: { ...SCENE_ENV, LOG_LEVEL: 'error' } })
  try {
    const scene = await openScene(product, { bots: 4, groupsPerBot: SENDS / 4, data: HOARD })
    try {
      const plan = { sends: SENDS, overMs: ATTACKED_MS, parallelMax: LANES }
      const stretch = { names: [...attackNames], ...plan }
      const { late, twice, health, ready, tallies } = await scene.run(stretch)
      expect(late).toHaveLength(SENDS)
      expect(Math.max(...late)).toBeLessThan(LATE_MAX_MS)
      expect(twice).toBe(0)
      for (const { failed, open, longestMs } of [health, ready]) {
        expect({ failed, open }).toEqual({ failed: 0, open: 0 })
        expect(longestMs).toBeLessThan(SILENT_MAX_MS)
      }
      const answers = Object.values(tallies).flatMap((tally) => Object.keys(tally))
      expect(answers.filter((answer) => answer.endsWith('without a name'))).toEqual([])
    } finally {
      await scene.close()
    }
  } finally {
    await product.stop()
  }
}, 120_000)
