import { expect, test } from 'vitest'
import type { TestApp } from '../../test/test-app.ts'
import type { Posting } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { wrongClock } from '../../test/wrong-clock.ts'
import { after, fromEpoch, hours, seconds, systemClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { openListener } from '../platform/news/listener.ts'
import { createMessage, readMessage } from '../messages/actions.ts'
import { checkClock } from './actions.ts'
import { startPlanner } from './planner.ts'

/** As in roles.ts. */
const SKEW_MAX_MS = seconds(5)

test(
  'a clock that jumps by an hour while running, ahead or back, plans and sends nothing, says so, and goes on when it is right',
  { timeout: 120_000 },
  async () => {
    const sending = await openSending({ now: systemClock.now().toISOString() })
    const { app, sandbox, posting, startSending } = sending
    const clock = wrongClock()
    const refusals = heard(app.ctx.log)
    const ctx: Context = { ...app.ctx, clock, log: refusals.log }
    const choir = await posting()
    const mine = await startSending({ clock, maxSkewMs: SKEW_MAX_MS })
    const listener = await openListener(app.databaseUrl, clock, ctx.log)
    app.atEnd(() => listener.close())
    const planner = startPlanner(ctx, listener, { maxSkewMs: SKEW_MAX_MS })
    app.atEnd(() => planner.stop())

    /** Resolves when this process owns its account and may act for it, or owns nothing. */
    const owns = async (count: number) => {
      const owned = () => [mine.mayAct(), mine.owned().size]
      await expect.poll(owned, { timeout: 20_000 }).toEqual([count > 0, count])
    }
    const give = (text: string, inMs: number) => giveMessage(app, choir, text, inMs)
    const texts = async () => (await sandbox.ledger()).map((entry) => entry.text)
    await owns(1)
    expect(await checkClock(ctx, SKEW_MAX_MS)).toBeUndefined()

    for (const [jump, aheadMs] of [
      ['ahead', hours(1)],
      ['back', -hours(1)],
    ] as const) {
      const before = (await texts()).length
      clock.set(aheadMs)
      expect(await checkClock(ctx, SKEW_MAX_MS)).toMatch(
        /^Its clock differs from the database’s by 3[56]\d{5} ms; nothing is sent until they agree\.$/,
      )
      // With a clock that is ahead the first message would be due; with one that is back the second would not.
      const early = await give(`An hour after the jump ${jump}`, hours(1) - seconds(30))
      await give(`Due during the jump ${jump}`, 0)
      await owns(0)
      // Nothing is due if the clock was set back, so the planner refuses nothing.
      const words = aheadMs > 0 ? await refusals.next() : await checkClock(ctx, SKEW_MAX_MS)
      expect(words).toMatch(/^Its clock differs from the database’s/)
      await planner.rest()
      expect(await texts()).toHaveLength(before)

      clock.set(0)
      expect(await checkClock(ctx, SKEW_MAX_MS)).toBeUndefined()
      await sandbox.waitForLedger(before + 1)
      expect((await texts()).at(-1)).toBe(`Due during the jump ${jump}`)
      expect(await readMessage(choir.user, choir.user, early)).toMatchObject({
        status: 'scheduled',
      })
    }
  },
)

/** Collects what the planner logs as errors. */
function heard(log: Log) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const error = ({ reason }: { reason: string }) => resolve(reason)
  return { log: Object.assign(Object.create(log) as Log, { error }), next: () => promise }
}

/** A message that is due in the minute that the database's clock will show then. */
async function giveMessage(
  { pool }: TestApp,
  { user, groupIds }: Posting,
  text: string,
  inMs: number,
): Promise<string> {
  const minute = Math.floor(after(systemClock.now(), inMs).getTime() / 60_000)
  const slotAt = fromEpoch(minute * 60_000)
  const tomorrow = after(systemClock.now(), hours(24)).toISOString().slice(0, 16)
  const { id } = await createMessage(user, {
    kind: 'scheduled',
    content: { kind: 'text', text },
    groupIds,
    schedule: { timeZone: 'UTC', rule: { kind: 'once', at: tomorrow } },
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'active',
  })
  // The API refuses times in the past, and the test does not wait for the next minute.
  await pool.query(
    `update schedules set spec = jsonb_set(spec, '{rule,at}', to_jsonb($2::text)), next_slot_at = $3
     where source_id = $1`,
    [id, slotAt.toISOString().slice(0, 16), slotAt],
  )
  await pool.query(`select pg_notify('schedules', $1)`, [slotAt.toISOString()])
  return id
}
