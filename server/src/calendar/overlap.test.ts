import { cycleInput, step } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { plan } from '../../test/planning.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createCycle } from '../cycles/actions.ts'
import { createMessage } from '../messages/actions.ts'
import { minutes } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { readCalendar, readToday } from './actions.ts'

const every = (n: number, unit: 'hour' | 'minute', anchor: string) => ({
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every' as const, n, unit, anchor: `2026-06-01T${anchor}` },
})

const NIGHT = JSON.stringify({ from: '22:00', to: '07:00', mode: 'hold' })

const WORDS = 'It will not be sent: the one before it is still being sent then.'

/** The times of these sends, those that are skipped apart. */
const told = (sends: { local: string; status: string }[]) => {
  const times = Map.groupBy(sends, ({ status }) => status === 'skipped')
  const of = (skipped: boolean) => times.get(skipped)?.map(({ local }) => local.slice(8)) ?? []
  return { sent: of(false), skipped: of(true) }
}

const days = async (user: UserContext, from: string, to: string, only = {}) =>
  (await readCalendar(user, { from, to, ...only })).days.flatMap(({ sends }) => sends)

test('runs while quiet hours hold the one before are told as skipped, in all groups', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  await app.pool.query('update groups set quiet_hours = $1 where id = any($2)', [
    NIGHT,
    groupIds.slice(1),
  ])
  const steps = ['One', 'Two'].map((text) => step(text))
  await createCycle(user, cycleInput(groupIds, { steps, schedule: every(1, 'hour', '20:00') }))
  let sends = await days(user, '2026-06-01', '2026-06-02')
  const { sent, skipped } = told(sends)
  expect(sent.slice(0, 5)).toEqual(['01T20:00', '01T21:00', '01T22:00', '02T08:00', '02T09:00'])
  // At seven the one of ten is being sent.
  expect(skipped.slice(0, 9)).toEqual(
    ['01T23', '02T00', '02T01', '02T02', '02T03', '02T04', '02T05', '02T06', '02T07'].map(
      (hour) => `${hour}:00`,
    ),
  )
  const at = (local: string) => sends.find((send) => send.local.slice(8) === local)
  expect(at('01T22:00')?.quiet).toMatchObject({ held: 2, until: '2026-06-02T05:00:00.000Z' })
  expect(at('01T23:00')).toMatchObject({
    status: 'skipped',
    willSkip: true,
    reason: WORDS,
    occurrenceId: null,
  })
  expect(at('01T23:00')).not.toHaveProperty('quiet')

  // What is skipped uses no step, unless the cycle wants it so.
  const texts = () => ['01T22:00', '02T08:00'].map((local) => at(local)?.text)
  expect(texts()).toEqual(['One', 'Two'])
  await app.pool.query('update cycles set advance_on_skip = true')
  sends = await days(user, '2026-06-01', '2026-06-02')
  expect(texts()).toEqual(['One', 'One'])

  // The next day is told alike without the evening before, and "Upcoming" shows only what is sent.
  expect(told(await days(user, '2026-06-02', '2026-06-02')).skipped.slice(0, 7)).toEqual(
    skipped.slice(1, 8),
  )
  const upcoming = await days(user, '2026-06-01', '2026-06-02', { status: 'planned' })
  expect(told(upcoming)).toEqual({ sent, skipped: [] })

  // One that waits for the one before, or has no group that waits, leaves out nothing.
  await app.pool.query(`update cycles set overlap = 'wait'`)
  expect(told(await days(user, '2026-06-01', '2026-06-02')).skipped).toEqual([])
  await app.pool.query(`update cycles set overlap = 'skip'`)
  await app.pool.query(`update groups set quiet_hours = quiet_hours || '{"mode":"skip"}'`)
  expect(told(await days(user, '2026-06-01', '2026-06-02')).skipped).toEqual([])
})

test('a cycle that sends to its groups in turn leaves out runs if all of them wait alike', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const schedule = every(1, 'hour', '20:00')
  await createCycle(user, cycleInput(groupIds, { mode: 'one_group', schedule }))
  const skipped = async () => told(await days(user, '2026-06-01', '2026-06-01')).skipped
  await app.pool.query('update groups set quiet_hours = $1 where id = $2', [NIGHT, groupIds[0]])
  expect(await skipped()).toEqual([])
  await app.pool.query('update groups set quiet_hours = $1', [NIGHT])
  expect(await skipped()).toEqual(['01T23:00'])
})

test('runs while a gap holds the one before are told as skipped, and the others as sent', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await app.pool.query('update groups set min_gap_minutes = 60 where id = $1', [groupIds[0]])
  const schedule = every(5, 'minute', '12:00')
  await createMessage(user, messageInput(groupIds, { kind: 'automated', schedule }))
  const { sends } = await readToday(user)
  const { sent } = told(sends)
  // The one of five past twelve waits until one, and so on.
  expect(sent.slice(0, 4)).toEqual(['01T12:00', '01T12:05', '01T13:05', '01T14:05'])
})

test('runs until a full day is over are told as skipped', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await app.pool.query('update groups set daily_cap = 3 where id = $1', [groupIds[0]])
  const schedule = every(1, 'hour', '11:00')
  await createMessage(user, messageInput(groupIds, { kind: 'automated', schedule }))
  const { sends } = await readToday(user)
  const { skipped } = told(sends)
  // Only two hours before midnight one waits for the next day.
  expect(skipped).toEqual(['01T23:00', '02T00:00'])
})

test('runs while the rest of the one before waits are told as skipped', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const schedule = every(1, 'hour', '12:00')
  await createMessage(user, messageInput(groupIds, { kind: 'automated', schedule }))
  await app.pool.query('update groups set quiet_hours = $1', [
    JSON.stringify({ from: '03:00', to: '03:30', mode: 'hold' }),
  ])
  await hold(app, '2026-06-01T10:00:00Z', groupIds, [30, 150])
  const { skipped, sent } = told((await readToday(user)).sends)
  expect([sent.slice(0, 2), skipped]).toEqual([
    ['01T12:00', '01T15:00'],
    ['01T13:00', '01T14:00'],
  ])
})

test('what is told as sent or skipped is what happens then', async () => {
  const sending = await openSending()
  const { app } = sending
  const { user, groupIds } = await sending.posting({ groups: 2 })
  await app.pool.query(`update groups set quiet_hours = $1 where id = $2`, [NIGHT, groupIds[0]])
  await app.pool.query(`update groups set min_gap_minutes = 90 where id = $1`, [groupIds[1]])
  const schedule = every(40, 'minute', '20:10')
  await createMessage(user, messageInput(groupIds, { kind: 'automated', schedule }))
  app.clock.moveTo('2026-06-01T18:00:00Z')
  await sending.startSending({ ctx: app.ctx })
  const end = '2026-06-02T06:00:00.000Z'
  const read = async () =>
    (await days(user, '2026-06-01', '2026-06-02')).filter(({ at }) => at < end)
  const before = told(await read())
  // What waits, and what is due, each at its time.
  for (;;) {
    const { rows } = await app.pool.query<{ at: Date }>(
      `select least((select min(next_slot_at) from schedules),
                    (select min(not_before) from deliveries where status = 'waiting')) as at`,
    )
    if (rows[0]!.at >= new Date(end)) break
    app.clock.moveTo(rows[0]!.at)
    await plan(app)
    await expect.poll(async () => (await app.pool.query(UNSETTLED, [rows[0]!.at])).rowCount).toBe(0)
  }
  const after = await read()
  expect(told(after)).toEqual(before)
  expect(after.every(({ occurrenceId }) => occurrenceId)).toBe(true)
  expect(before.sent.length).toBeGreaterThan(3)
})

/** The occurrences in progress of which nothing waits until after this time. */
const UNSETTLED = `
  select from occurrences o where finished_at is null and not exists (
    select from deliveries d where d.occurrence_id = o.id and d.not_before > $1)`

/** Plans what is due then, and lets the copies of these groups wait for so many minutes. */
async function hold(app: TestApp, at: string, groupIds: readonly string[], waits: number[]) {
  app.clock.moveTo(at)
  await plan(app)
  for (const [n, groupId] of groupIds.entries()) {
    await app.pool.query(
      `update deliveries set status = 'waiting', code = 'gap', not_before = $1 where group_id = $2`,
      [new Date(app.clock.now().getTime() + minutes(waits[n]!)), groupId],
    )
  }
  await app.pool.query('update occurrences set kept_back = true')
}
