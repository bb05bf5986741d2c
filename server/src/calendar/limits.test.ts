import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { createMessage } from '../messages/actions.ts'
import { plan } from '../../test/planning.ts'
import { readCalendar, readToday } from './actions.ts'

const hourly = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every' as const, n: 1, unit: 'hour' as const, anchor: '2026-06-01T11:00' },
}

test('what is above the daily limit of a group is told so, day by day', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: hourly, overlap: 'wait' }),
  )
  await createMessage(
    user,
    messageInput(groupIds.slice(0, 1), {
      schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: '2026-06-02T01:30' } },
    }),
  )
  const day = async (date: string, only = {}) => {
    const { days } = await readCalendar(user, { from: date, to: date, ...only })
    return days.flatMap(({ sends }) =>
      sends.map(({ local, limit }) => [local.slice(11), limit] as const),
    )
  }
  expect((await day('2026-06-01')).filter(([, limit]) => limit)).toEqual([])

  await app.pool.query('update groups set daily_cap = 3 where id = $1', [groupIds[0]])
  const skipped = { held: 0, skipped: 1 }
  const midnight = { held: 1, skipped: 0, until: '2026-06-01T22:00:00.000Z' }
  const first = await day('2026-06-01')
  expect(first.slice(0, 4)).toEqual([
    ['11:00', undefined],
    ['12:00', undefined],
    ['13:00', undefined],
    ['14:00', skipped],
  ])
  // Up to two hours before midnight it waits for the next day.
  expect(first.slice(-3)).toEqual([
    ['21:00', skipped],
    ['22:00', midnight],
    ['23:00', midnight],
  ])
  const both = await readCalendar(user, { from: '2026-06-01', to: '2026-06-02' })
  const next = both.days[1]!.sends.slice(0, 3).map(({ limit }) => limit)
  expect(next).toEqual([undefined, skipped, skipped])
  // On the next day these two count, and so does what another message sends there.
  expect((await day('2026-06-02')).slice(0, 4)).toEqual([
    ['00:00', undefined],
    ['01:00', skipped],
    ['01:30', skipped],
    ['02:00', skipped],
  ])
  expect((await day('2026-06-03', { kind: 'automated' })).slice(0, 3)).toEqual([
    ['00:00', undefined],
    ['01:00', skipped],
    ['02:00', skipped],
  ])
})

test('Today counts what a group has got since its midnight', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: hourly, overlap: 'wait' }),
  )
  await app.pool.query('update groups set daily_cap = 1')
  app.clock.moveTo('2026-06-01T09:00:00Z')
  await plan(app)
  const noon = async () =>
    (await readToday(user)).sends.find(({ local }) => local === '2026-06-01T12:00')?.limit
  // That one is still being sent, so it is not certain to count.
  expect(await noon()).toBeUndefined()
  await app.pool.query(`insert into group_sends select $1, id, due_at from occurrences`, [
    groupIds[0],
  ])
  expect(await noon()).toEqual({ held: 0, skipped: 1 })
  // The next day has room for one of the two that could wait for it.
  const late = (await readToday(user)).sends.filter(({ local }) => /T2[23]/.test(local))
  expect(late.map(({ limit }) => limit)).toMatchObject([{ held: 1 }, { skipped: 1 }])
})

test('what waits for quiet hours counts at their end, and is told by what keeps it back at last', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const quiet = JSON.stringify({ from: '12:30', to: '15:30', mode: 'hold' })
  await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: hourly, overlap: 'wait' }),
  )
  await app.pool.query('update groups set daily_cap = 3, quiet_hours = $1', [quiet])
  const { sends } = await readToday(user)
  const told = sends.slice(0, 6).map(({ local, quiet, limit }) => [local.slice(11), quiet, limit])
  const until = '2026-06-01T13:30:00.000Z'
  expect(told).toEqual([
    ['11:00', undefined, undefined],
    ['12:00', undefined, undefined],
    ['13:00', { held: 1, skipped: 0, until }, undefined],
    ['14:00', undefined, { held: 0, skipped: 1 }],
    ['15:00', undefined, { held: 0, skipped: 1 }],
    ['16:00', undefined, { held: 0, skipped: 1 }],
  ])
})
