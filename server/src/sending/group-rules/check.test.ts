import { expect, test } from 'vitest'
import type { Posting } from '../../../test/posting.ts'
import { openSending, type Sending } from '../../../test/sending.ts'
import { changeGroup, getGroup } from '../../groups/actions.ts'
import { minutes } from '../../platform/clock.ts'
import {
  openOccurrences,
  planDeliveries,
  restorePending,
  skipPending,
} from '../../deliveries/actions.ts'

const rule = ({ app }: Sending, columns: string) => app.pool.query(`update groups set ${columns}`)

/** One occurrence of a source to the first group. */
async function plan({ ctx }: Sending, posting: Posting, sourceId: string): Promise<void> {
  const dueAt = ctx.clock.now()
  const { user } = posting.user
  await ctx.transaction(async (tx) => {
    const source = { source: 'message' as const, sourceId, scheduleId: null, slotAt: null }
    const opening = { ...source, userId: user.id, dueAt, onUnconfirmed: 'ask' as const }
    const [occurrenceId] = await openOccurrences(ctx, tx, [opening])
    const { contentId, groupIds } = posting
    const delivery = { part: 0, contentId, groupId: groupIds[0]!, topicId: null }
    const slice = { occurrenceId: occurrenceId!, dueAt, catchUpMs: minutes(15), continuesAt: null }
    await planDeliveries(ctx, tx, [{ ...slice, deliveries: [delivery] }])
  })
}

/** Plans one more delivery, which the gap of its group holds; answers its row. */
async function heldNext(sending: Sending, posting: Posting) {
  // A chat takes one message a second.
  sending.app.clock.advance(1_500)
  const [next] = await sending.plan(posting)
  await sending.reached(next!, 'waiting')
  return await sending.row(next!)
}

const states = async ({ app }: Sending) =>
  (await app.pool.query('select status, code, not_before from deliveries order by id')).rows

test('a gap holds whatever comes too early, from any source', async () => {
  const sending = await openSending()
  const posting = await sending.posting()
  await rule(sending, 'min_gap_minutes = 30')
  const [first] = await sending.plan(posting)
  await sending.startSending()
  await sending.reached(first!, 'sent')
  expect(await heldNext(sending, posting)).toMatchObject({
    code: 'gap',
    not_before: new Date('2026-06-01T08:30:00Z'),
  })
})

test('what a group got before it had a rule counts too', async () => {
  const sending = await openSending()
  const posting = await sending.posting()
  const [first] = await sending.plan(posting)
  await sending.startSending()
  await sending.reached(first!, 'sent')
  const user = { ...posting.user, ...sending.ctx }
  const [id] = posting.groupIds
  const { rev } = await getGroup(user, id!)
  await changeGroup(user, id!, { rev, minGapMinutes: 30 })
  expect(await heldNext(sending, posting)).toMatchObject({
    code: 'gap',
    not_before: new Date('2026-06-01T08:30:00Z'),
  })
})

test('a full day passes over what cannot wait for the next one', async () => {
  const sending = await openSending()
  const posting = await sending.posting()
  await rule(sending, 'daily_cap = 1')
  const [first] = await sending.plan(posting)
  await sending.startSending()
  await sending.reached(first!, 'sent')
  sending.app.clock.advance(1_500)
  const [second] = await sending.plan(posting)
  await sending.reached(second!, 'skipped')
  expect(await sending.row(second!)).toMatchObject({ status: 'skipped', code: 'cap' })
})

test('what quiet hours held is found as older also after its deletion was undone', async () => {
  const sending = await openSending()
  const posting = await sending.posting()
  await rule(sending, `quiet_hours = '{"from":"09:00","to":"12:00","mode":"hold"}'`)
  const { ctx, app } = sending
  const source = { source: 'message' as const, sourceId: ctx.ids.next() }
  await sending.startSending()
  const planned = async () => {
    await plan(sending, posting, source.sourceId)
    const { rows } = await app.pool.query('select id from deliveries order by id desc limit 1')
    await sending.reached(rows[0].id, 'waiting')
    app.clock.advance(1_000)
  }
  await planned()
  await ctx.transaction((tx) => skipPending(ctx, tx, source, 'deleted'))
  await ctx.transaction((tx) => restorePending(ctx, tx, source, ctx.clock.now()))
  await planned()
  await sending.ended(1)
  expect(await states(sending)).toMatchObject([
    { status: 'skipped', code: 'quiet_hours' },
    { status: 'waiting', code: 'quiet_hours' },
  ])
})

test('quiet hours hold until they end, of one source only the newest', async () => {
  const sending = await openSending()
  const posting = await sending.posting()
  // It is ten in Berlin, where the user lives.
  await rule(sending, `quiet_hours = '{"from":"09:00","to":"12:00","mode":"hold"}'`)
  const { ids } = sending.ctx
  const [source, other] = [ids.next(), ids.next()]
  await sending.startSending()
  for (const one of [source, other, source]) {
    await plan(sending, posting, one)
    sending.app.clock.advance(1_000)
  }
  const { rows } = await sending.app.pool.query<{ id: string }>('select id from deliveries')
  for (const { id } of rows) await sending.reached(id, 'waiting')
  await sending.ended(1)
  expect(await states(sending)).toEqual([
    expect.objectContaining({ status: 'skipped', code: 'quiet_hours' }),
    { status: 'waiting', code: 'quiet_hours', not_before: new Date('2026-06-01T10:00:00Z') },
    { status: 'waiting', code: 'quiet_hours', not_before: new Date('2026-06-01T10:00:00Z') },
  ])
  sending.app.clock.moveTo('2026-06-01T10:00:00Z')
  await sending.sent(1)
  sending.app.clock.advance(1_500)
  await sending.sent(2)
})
