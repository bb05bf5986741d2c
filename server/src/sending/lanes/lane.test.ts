import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSending, owning } from '../../../test/sending.ts'
import { after, minutes, seconds } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { groupRulesChanged } from '../group-rules/actions.ts'
import { skipPending } from '../../deliveries/actions.ts'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20) }

test.each(['removed', 'muted', 'suspended', 'lost', 'disconnected'])(
  'a delivery that waits for its turn in memory is not sent to a group that is %s in the meantime',
  async (status) => {
    const { app, sandbox, posting, plan, startSending, sent, row } = await openSending()
    const choir = await posting()
    // A chat takes three at once; the fourth has been read as well and waits a second.
    for (let n = 0; n < 4; n++) await plan(choir)
    await startSending()
    await sent(3)
    const { rows } = await app.pool.query(`select id from deliveries where status <> 'sent'`)
    await app.pool.query('update groups set status = $1', [status])

    // Its turn comes; then, at the next reading of the lanes, its end is told.
    const passed = () => (app.clock.advance(seconds(5)), row(rows[0].id))
    await expect.poll(passed, PATIENT).toMatchObject({ status: 'skipped', code: `group_${status}` })
    expect(await sandbox.ledger()).toHaveLength(3)
  },
)

test('what comes back unsent from the wire after it was canceled is not tried again', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const [id] = await plan(await posting())
  const comes = (status: string) => app.pool.query('update deliveries set status = $1', [status])
  await comes('sending')
  const { rows } = await app.pool.query('select source_id from occurrences')
  const which = { source: 'message', sourceId: rows[0].source_id } as const
  await ctx.transaction((tx) => skipPending(ctx, tx, which, 'canceled'))
  await comes('waiting')

  await startSending()
  await reached(id!, 'skipped')
  expect(await row(id!)).toMatchObject({ code: 'canceled', attempt: 0 })
  expect(await sandbox.ledger()).toEqual([])
})

test('an account that could not be opened is tried again', async () => {
  const { app, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const { secrets, failed } = failing(app.ctx.secrets, 1)
  await startSending({ ctx: { secrets } })
  await failed
  const [id] = await plan(choir)
  app.clock.advance(seconds(5))
  await reached(id!, 'sent')
  expect(await row(id!)).toMatchObject({ status: 'sent', attempt: 1 })
})

test('what waits for an account that cannot be opened ends when its time is up', async () => {
  const { app, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const { secrets, failed } = failing(app.ctx.secrets, Infinity)
  await startSending({ ctx: { secrets } })
  await failed
  const [id] = await plan(choir)
  app.clock.advance(minutes(16))
  await reached(id!, 'skipped')
  expect(await row(id!)).toMatchObject({ code: 'late' })
})

test('what cannot be read any more fails in words, and the others go out', async () => {
  const { app, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  await app.pool.query('drop trigger deliveries_have_other_parents on deliveries')
  const [lost] = await plan(choir)
  await app.pool.query('update deliveries set content_id = gen_random_uuid()')
  const [sound] = await plan(choir)
  await startSending()
  await reached(lost!, 'failed')
  expect(await row(lost!)).toMatchObject({
    code: 'content_lost',
    reason: 'It was not sent: its text cannot be found any more.',
    attempt: 0,
  })
  await reached(sound!, 'sent')
})

test('what is on the wire though nobody is at it does not stay there', async () => {
  const { app, sandbox, posting, plan, startSending, row, attempts } = await openSending()
  const choir = await posting()
  const mine = await startSending()
  await owning(mine, 1)
  const at = after(app.clock.now(), minutes(1))
  const [id] = await plan(choir, { at })
  // Its connection broke while the database still worked on it: the lane has given it up as not opened.
  await app.pool.query(
    `update deliveries set status = 'sending', attempt = 1, opened_at = $1, epoch = accounts.epoch
       from accounts where accounts.id = account_id`,
    [app.clock.now()],
  )
  const passes = () => (app.clock.advance(seconds(5)), row(id!))
  await expect.poll(passes, PATIENT).toMatchObject({
    status: 'unconfirmed',
    reason: 'Its sending came to no end. It may have been sent.',
  })
  expect(await attempts(id!)).toMatchObject([{ number: 1, outcome: 'interrupted' }])
  expect(await sandbox.ledger()).toEqual([])
})

// The second is what a lane does after news may have been lost: it then looks twice, and passes over the delivery.
test.for([
  ['is told of it', 'lanes', 1],
  ['reads its account again', 'accounts', 2],
] as const)(
  'what is allowed again before the lane has let go of it is sent at once, if the lane %s',
  async ([, news, timesRead]) => {
    const { app, ctx, posting, plan, startSending, reached, row } = await openSending()
    const choir = await posting()
    const rules = (hours: string | null) =>
      ctx.transaction(async (tx) => {
        await sql`update groups set quiet_hours = ${hours}::jsonb`.execute(tx.db)
        const wake: Tx['wake'] = (_, which) => tx.wake(news, which)
        await groupRulesChanged(ctx, { ...tx, wake }, choir.groupIds[0]!)
      })
    await rules('{"from": "09:00", "to": "12:00", "mode": "hold"}')
    // Until it has read the lane again, and passed over the delivery, it does not hear that it was put off.
    const read = Promise.withResolvers<void>()
    let isOwned = false
    let allowed: string | undefined
    const reads = new Set<object>()
    const transaction: Context['transaction'] = async (work) => {
      const result = await ctx.transaction(work)
      if (isOwned) await read.promise
      return result
    }
    const db = app.ctx.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (allowed && JSON.stringify(node).includes(allowed)) reads.add(queryId)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        if (reads.has(queryId) && reads.size === timesRead) read.resolve()
        return result
      },
    })
    await owning(await startSending({ ctx: { db, transaction } }), 1)
    isOwned = true
    const [id] = await plan(choir)
    await reached(id!, 'waiting')
    allowed = id
    await rules(null)
    await reached(id!, 'sent')
    expect((await row(id!))['sent_at']).toEqual(app.clock.now())
  },
)

test('what a network wants only at an instant comes at that instant, though our clock was set', async () => {
  const { app, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  let aheadMs = 0
  const now = () => after(app.clock.now(), aheadMs)
  await startSending({ clock: { ...app.clock, now } })
  const [first] = await plan(choir)
  await reached(first!, 'sent')
  aheadMs = seconds(7)
  const until = after(now(), minutes(1))
  await app.pool.query('update groups set blocked_until = $1', [until])
  const [second] = await plan(choir)
  await reached(second!, 'waiting')
  expect(await row(second!)).toMatchObject({ not_before: until })
})

/** Secrets that cannot be opened so many times: another key was set, or the database was away. */
function failing(secrets: Secrets, times: number) {
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  let left = times
  const openSecret: Secrets['open'] = (sealed, place) => {
    if (left-- <= 0) return secrets.open(sealed, place)
    resolve()
    throw new Error('This secret cannot be opened.')
  }
  return { secrets: { ...secrets, open: openSecret }, failed }
}
