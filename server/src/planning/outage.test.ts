import { bellOf } from '../../test/bell.ts'
import { expect, test as base } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { nobodyListens } from '../../test/planning.ts'
import { createMessage } from '../messages/actions.ts'
import { startPlanner } from './planner.ts'

const SERIES = 200

// More than one person may have by default.
const env = { LIMIT_ACTIVE_SERIES: String(SERIES) }
const test = base.extend({ appOptions: async ({}, use) => use({ env }) })

test(
  'after three hours without a server, 200 series send at most once each, and one notification lists the skipped ones',
  { timeout: 120_000 },
  async ({ app }) => {
    const { user, groupIds } = await createPosting(app)
    for (let n = 0; n < SERIES; n++) {
      const anchor = `2026-06-01T10:${String(n % 20).padStart(2, '0')}`
      await createMessage(user, {
        kind: 'automated',
        title: `Bell ${n}`,
        content: { kind: 'text', text: 'Rehearsal at seven.' },
        groupIds,
        schedule: {
          timeZone: 'Europe/Berlin',
          rule: { kind: 'every', n: 20, unit: 'minute', anchor },
        },
        catchUpMinutes: 15,
        onUnconfirmed: 'ask',
        overlap: 'skip',
        pauseAfterFailures: 5,
        status: 'active',
      })
    }
    app.clock.moveTo('2026-06-01T11:00:30Z')
    const planner = startPlanner(app.ctx, nobodyListens)
    await planner.rest()
    await planner.stop()

    const { rows } = await app.pool.query<{
      n: number
      sends: number
      late: number
      last: boolean
    }>(
      `select count(*)::int as n, count(*) filter (where status <> 'skipped')::int as sends,
              count(*) filter (where reason = 'late')::int as late,
              bool_and(status = 'skipped' or slot_at > timestamptz '2026-06-01T10:50:30Z') as last
         from occurrences group by source_id`,
    )
    expect(rows).toHaveLength(SERIES)
    // Every slot of the three hours is told; only the newest was sent, and within half its period.
    for (const { n, sends, late, last } of rows) {
      expect([9, 10]).toContain(n)
      expect(sends + late).toBe(n)
      expect(sends).toBeLessThanOrEqual(1)
      expect(last).toBe(true)
    }
    const sends = rows.reduce((sum, row) => sum + row.sends, 0)
    expect(sends).toBeGreaterThan(SERIES / 3)
    expect(sends).toBeLessThan(SERIES)
    expect(await bellOf(user)).toMatchObject([{ count: SERIES }])
  },
)
