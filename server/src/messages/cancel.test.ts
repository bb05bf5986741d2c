import { bellOf } from '../../test/bell.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { someoneWaits } from '../../test/locks.ts'
import { createPosting } from '../../test/posting.ts'
import { readOccurrences } from '../occurrences/store.ts'
import { retryDelivery } from '../deliveries/api.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'
import { finishOccurrences, informSources } from '../occurrences/actions.ts'

/** A message that all of its groups have got, which nobody has told it yet. */
async function giveSent(
  app: TestApp,
  kind: 'scheduled' | 'automated' = 'scheduled',
): Promise<{ user: UserContext; id: string; tell: Tell }> {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const { id } = await messages.createMessage(user, {
    kind,
    content: { kind: 'text', text: 'Rehearsal at seven.' },
    groupIds,
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: kind === 'automated' ? 'active' : 'draft',
    ...(kind === 'automated' ? { schedule: hourly } : {}),
  })
  await messages.sendMessageNow(user, id)
  await app.pool.query(`update deliveries set status = 'sent'`)
  await app.pool.query('update occurrences set sent = total')
  const { rows } = await app.pool.query<{ id: string }>('select id from occurrences')
  return {
    user,
    id,
    tell: (told) =>
      app.ctx.transaction(async (tx) => {
        await finishOccurrences(app.ctx, tx, [rows[0]!.id])
        await told?.()
      }),
  }
}
const hourly = {
  timeZone: 'UTC',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:00' },
} as const
/** Tells the message its end; it is committed once `told` is over. */
type Tell = (told?: () => Promise<void>) => Promise<void>

const refused = {
  code: 'conflict',
  message: 'This message has been sent. Duplicate it to send it again.',
}

test('progress that was read before the end and is told after it changes nothing', async ({
  app: { ctx, pool },
  app,
}) => {
  const { user, id, tell } = await giveSent(app)
  const { rows } = await pool.query<{ id: string }>('select id from occurrences')
  const progress = await readOccurrences(
    ctx,
    rows.map((row) => row.id),
  )
  await tell()
  await ctx.transaction((tx) => informSources(ctx, tx, progress))
  expect(await messages.readMessage(user, user, id)).toMatchObject({ status: 'sent' })
})

test('what all groups have got is not canceled, though nobody has told it yet', async ({ app }) => {
  const { user, id, tell } = await giveSent(app)
  await expect(messages.cancelMessage(user, id)).rejects.toMatchObject(refused)
  await tell()
  expect(await messages.readMessage(user, user, id)).toMatchObject({ status: 'sent' })
})

test('canceling in the very moment of the last answer never hides that it was sent', async ({
  app,
}) => {
  const { user, id, tell } = await giveSent(app)
  const held = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const telling = tell(() => {
    told.resolve()
    return held.promise
  })
  await told.promise
  const canceling = expect(messages.cancelMessage(user, id)).rejects.toMatchObject(refused)
  await someoneWaits(app)
  held.resolve()
  await Promise.all([telling, canceling])
  expect(await messages.readMessage(user, user, id)).toMatchObject({ status: 'sent' })
})

/** The same, but of its groups only some were written down: the next slice waits to be tried again. */
async function giveHalf(app: TestApp, kind?: 'automated') {
  const given = await giveSent(app, kind)
  await app.pool.query(
    `update occurrences set fan_out_from = 2, fan_out_failures = 1, fan_out_not_before = $1`,
    [new Date(app.clock.now().getTime() + 60_000)],
  )
  return given
}

test('canceling between two slices keeps the rest of the groups from getting it', async ({
  app,
}) => {
  const { user, id } = await giveHalf(app)
  expect(await messages.cancelMessage(user, id)).toMatchObject({
    status: 'canceled',
    occurrence: {
      status: 'partly',
      reason:
        'It was stopped before it was prepared for all of its groups. The rest of them did not get it.',
    },
  })
  expect(await bellOf(user)).toEqual([])
  const { rows } = await app.pool.query('select fan_out_from, finished_at from occurrences')
  expect(rows).toEqual([{ fan_out_from: null, finished_at: app.clock.now() }])
})

test('pausing between two slices says that only some have it, and its way on is to the others', async ({
  app,
}) => {
  const { user, id } = await giveHalf(app)
  expect(await messages.pauseMessage(user, id)).toMatchObject({
    status: 'partly_sent',
    attention: {
      code: 'stopped_short',
      text: '2 groups got it. It was stopped before it was prepared for the rest of them.',
      action: { label: 'Reschedule' },
    },
  })
})

test('a series paused between two slices is paused, and says that only some have it', async ({
  app,
}) => {
  const { user, id } = await giveHalf(app, 'automated')
  expect(await messages.pauseMessage(user, id)).toMatchObject({
    status: 'paused',
    attention: { code: 'stopped_short' },
    occurrence: { status: 'partly' },
  })
})

test('a message stopped before any group was prepared waits for its time again', async ({
  app,
}) => {
  const { user, id } = await giveHalf(app)
  await app.pool.query('delete from deliveries')
  await app.pool.query('update occurrences set sent = 0, total = 0, fan_out_from = 0')
  expect(await messages.pauseMessage(user, id)).toMatchObject({
    status: 'paused',
    occurrence: { status: 'skipped', reason: 'It was not sent: it was stopped.' },
  })
})

test('what was stopped short stays so, whatever of it is tried again', async ({ app }) => {
  const { user, id } = await giveHalf(app)
  await app.pool.query(
    `update deliveries set status = 'queued' where id = (select min(id::text)::uuid from deliveries)`,
  )
  await app.pool.query('update occurrences set sent = 0')
  await app.pool.query(
    `update deliveries set status = 'failed', code = 'refused', rev = rev where status = 'sent'`,
  )
  await app.pool.query('update occurrences set failed = 1')
  expect(await messages.pauseMessage(user, id)).toMatchObject({ status: 'failed' })
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries')
  for (const one of rows) await retryDelivery(user, one.id)
  await app.pool.query(`update deliveries set status = 'sent'`)
  await app.pool.query('update occurrences set sent = total')
  await app.ctx.transaction(async (tx) => {
    const occurrences = await tx.db.selectFrom('occurrences').select('id').execute()
    await finishOccurrences(
      app.ctx,
      tx,
      occurrences.map((one) => one.id),
    )
  })
  expect(await messages.readMessage(user, user, id)).toMatchObject({
    status: 'partly_sent',
    attention: { code: 'stopped_short' },
  })
})
