import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import { readStatus } from './status.ts'

test('a person reads how late theirs were sent, what waits and whether somebody carries it', async () => {
  const { app, posting, plan, startSending, reached } = await openSending()
  const choir = await posting()
  const band = await createPosting(app)
  const ids = await plan(choir)
  await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  app.clock.advance(seconds(2))
  const { user } = choir

  expect(await readStatus(user)).toMatchObject({
    lateness: { sent: 0, p50Ms: null, p95Ms: null, p99Ms: null },
    lanes: [{ channel: 'telegram-bot', waiting: ids.length, carried: false }],
  })
  expect((await readStatus(band.user)).lanes).toMatchObject([{ waiting: 0, waitingSince: null }])

  await startSending()
  await Promise.all(ids.map((id) => reached(id, 'sent')))
  const { lateness, lanes } = await readStatus(user)
  expect(lateness).toEqual({ sent: ids.length, p50Ms: 2_000, p95Ms: 2_000, p99Ms: 2_000 })
  expect(lanes).toMatchObject([{ waiting: 0, waitingSince: null }])
  expect((await readStatus(band.user)).lateness.sent).toBe(0)

  app.clock.advance(minutes(24 * 60 + 1))
  expect((await readStatus(user)).lateness.sent).toBe(0)
})

test('a lane is carried while the lease of its owner is fresh', async ({ app }) => {
  const { user, accountId } = await createPosting(app)
  const { rows } = await app.pool.query(
    `insert into processes (roles, lease_until, started_at) values ('{sender}', now() + interval '1 hour', now()) returning id`,
  )
  await app.pool.query('update accounts set owner = $1 where id = $2', [rows[0].id, accountId])
  expect(await readStatus(user)).toMatchObject({ lanes: [{ carried: true }], servers: 1 })
  await app.pool.query(`update processes set lease_until = now() - interval '1 second'`)
  expect(await readStatus(user)).toMatchObject({ lanes: [{ carried: false }], servers: 0 })
})
