import { COUNTED_RUNS_MAX } from '@carillon/contract/calendar'
import { expect, test } from '../../test/test-app.ts'
import { openSending } from '../../test/sending.ts'
import { createPosting } from '../../test/posting.ts'
import { after, days } from '../platform/clock.ts'
import { updateUser } from '../users/actions.ts'
import { readDailyCounts } from './daily-counts.ts'

test('a person reads how many copies of each day were sent, and which were not', async () => {
  const { app, posting, plan, startSending, reached } = await openSending()
  const choir = await posting()
  const ids = await plan(choir)
  await startSending()
  await Promise.all(ids.map((id) => reached(id, 'sent')))
  const today = app.clock.now()
  // Runs of earlier days, and one that was skipped before a copy was made.
  const make = (due: Date, counts: string, status = 'done') =>
    app.pool.query(
      `insert into occurrences (id, user_id, source, source_id, due_at, status, on_unconfirmed, created_at,
         total, sent, failed, skipped, unconfirmed)
       values (gen_random_uuid(), $1, 'message', gen_random_uuid(), $2, $3, 'ask', $2, ${counts})`,
      [choir.user.user.id, due, status],
    )
  await make(after(today, -days(1)), '9, 5, 1, 1, 2', 'partly')
  await make(after(today, -days(1)), '0, 0, 0, 0, 0', 'skipped')
  await make(after(today, -days(14)), '7, 7, 0, 0, 0')

  const none = { sent: 0, failed: 0, skipped: 0, unconfirmed: 0, skippedRuns: 0 }
  const counts = await readDailyCounts(choir.user)
  expect(counts.days).toHaveLength(14)
  expect(counts.days.slice(-2)).toEqual([
    { date: expect.any(String), sent: 5, failed: 1, skipped: 1, unconfirmed: 2, skippedRuns: 1 },
    { ...none, date: today.toISOString().slice(0, 10), sent: ids.length },
  ])
  expect(counts.days.reduce((sum, { sent }) => sum + sent, 0)).toBe(5 + ids.length)
  const band = await createPosting(app)
  expect((await readDailyCounts(band.user)).days.every(({ sent }) => sent === 0)).toBe(true)

  // The days are those of the person.
  await updateUser(choir.user, { timeZone: 'Pacific/Pago_Pago' })
  const there = await readDailyCounts(choir.user)
  const yesterday = after(today, -days(1)).toISOString().slice(0, 10)
  expect(there.days.at(-1)).toMatchObject({ date: yesterday, sent: ids.length })
})

test('of a person with a run in each minute, days that are only counted in part are left out', async ({
  app,
}) => {
  const { user } = await createPosting(app)
  await app.pool.query(
    `insert into occurrences (id, user_id, source, source_id, due_at, status, on_unconfirmed, created_at, total, sent)
     select gen_random_uuid(), $1, 'message', gen_random_uuid(), $2::timestamptz - n * interval '40 seconds', 'done',
            'ask', now(), 1, 1
       from generate_series(1, $3) n`,
    [user.user.id, app.clock.now(), COUNTED_RUNS_MAX + 1],
  )
  const { days } = await readDailyCounts(user)
  const whole = days.slice(0, -1).map(({ sent }) => sent)
  expect(whole.length).toBeGreaterThan(7)
  expect(new Set(whole)).toEqual(new Set([(24 * 60 * 60) / 40]))
})
