import { cycleInput, step } from '../../../test/cycle-input.ts'
import { giveFile, createPosting } from '../../../test/posting.ts'
import { expect, test } from '../../../test/test-app.ts'
import { plan } from '../../../test/planning.ts'
import type { Channel } from '../../channels/port.ts'
import type { UserContext } from '../../platform/context.ts'
import { createCycle, readCycle } from '../actions.ts'
import type { Input } from '../checks.ts'
import { simulateCycle } from './simulation.ts'

const at = (...times: string[]): Input['schedule'] => ({
  timeZone: 'UTC',
  rule: { kind: 'daily', everyDays: 1, at: times },
})

/** This person with a channel that keeps to a daily allowance: nothing on the first day, and much on others. */
function startingTomorrow(user: UserContext): UserContext {
  const channel = user.channels.get('telegram-bot')!
  const allowance: Channel['allowance'] = {
    most: (day) => (day === 1 ? 0 : 100),
    warmUpDays: 1,
    used: async () => new Map(),
    counted: async () => new Set(),
  }
  return { ...user, channels: new Map([[channel.kind, { ...channel, allowance }]]) }
}

test('what the daily allowance moves to the next day counts for the limit and the gap of that day', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const [capped, spaced, asleep] = groupIds as [string, string, string]
  await app.pool.query('update accounts set linked_at = $1', [app.clock.now()])
  await app.pool.query('update groups set daily_cap = 1 where id = $1', [capped])
  await app.pool.query('update groups set min_gap_minutes = 60 where id = $1', [spaced])
  await app.pool.query(
    `update groups set time_zone = 'UTC',
       quiet_hours = '{"from":"08:00","to":"08:40","mode":"hold","days":["tue"]}' where id = $1`,
    [asleep],
  )
  const input = cycleInput(groupIds, { schedule: at('08:30', '09:00'), overlap: 'wait' })
  const { sends } = await simulateCycle(startingTomorrow(user), { ...input, days: 2 })
  const of = (groupId: string) =>
    sends
      .filter((one) => one.groupId === groupId)
      .slice(0, 2)
      .map(({ sentAt, rule, skipped }) => [sentAt.slice(5, 16), rule, skipped])
  // Both slots of the first day wait until the second one; the day before, on which they were due, they use nothing.
  expect(of(capped)).toEqual([
    ['06-02T08:30', 'allowance', undefined],
    ['06-02T08:40', 'cap', true],
  ])
  expect(of(spaced)).toEqual([
    ['06-02T08:30', 'allowance', undefined],
    ['06-02T09:30', 'gap', undefined],
  ])
  // What goes a day later meets the quiet hours of that day.
  expect(of(asleep)[0]).toEqual(['06-02T08:40', 'quiet_hours', undefined])
})

test('what a group got today, and gets from others before, counts for its limit and its gap', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const [full, spaced, open] = groupIds as [string, string, string]
  await app.pool.query('update groups set daily_cap = 2 where id <> $1', [spaced])
  await app.pool.query('update groups set min_gap_minutes = 60 where id = $1', [spaced])
  const each = (time: string, groups: string[]) =>
    createCycle(user, cycleInput(groups, { schedule: at(time) }))
  await each('08:15', [full, spaced])
  app.clock.moveTo('2026-06-01T08:15:00Z')
  await plan(app)
  await app.pool.query(
    'insert into group_sends select group_id, occurrence_id, due_at from deliveries',
  )
  await each('09:00', [full, open])
  await each('20:00', [open])
  const input = cycleInput(groupIds, { schedule: at('08:30', '09:30') })
  const { sends } = await simulateCycle(user, { ...input, days: 1 })
  const of = (groupId: string) =>
    sends
      .filter((one) => one.groupId === groupId && one.slotAt < '2026-06-02')
      .map(({ sentAt, rule, skipped }) => [sentAt.slice(11, 16), rule, skipped])
  expect(of(full)).toEqual([
    ['08:30', undefined, undefined],
    ['09:30', 'cap', true],
  ])
  expect(of(spaced)).toEqual([
    ['09:15', 'gap', undefined],
    ['10:15', 'gap', undefined],
  ])
  expect(of(open)).toEqual([
    ['08:30', undefined, undefined],
    ['09:30', 'cap', true],
  ])
})

test('what still waits of a run is shown while later runs are skipped, and a simulation begins after it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const schedule = at('08:30', '09:30', '10:30')
  const { id } = await createCycle(user, cycleInput(groupIds, { schedule }))
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  await app.pool.query(
    `update deliveries set status = 'waiting', code = 'gap', not_before = '2026-06-01T10:45Z'`,
  )
  await app.pool.query('update occurrences set kept_back = true')
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await plan(app)
  const { steps, occurrence } = await readCycle(user, user, id)
  expect(occurrence).toMatchObject({
    slotAt: '2026-06-01T08:30:00.000Z',
    waiting: { until: '2026-06-01T10:45:00.000Z' },
  })
  const input = cycleInput(groupIds, { schedule, steps })
  const { slots } = await simulateCycle(user, { ...input, cycleId: id, days: 1 })
  // At 10:30 it still waits.
  expect(slots[0]?.slotAt).toBe('2026-06-02T08:30:00.000Z')
})

test('a minimum gap counts from the first of several messages of a time, as the sender counts it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await app.pool.query('update groups set min_gap_minutes = 30')
  const input = cycleInput(groupIds, { schedule: at('09:00', '09:30'), stepsPerSlot: 3 })
  const { byGroup } = await simulateCycle(user, { ...input, days: 1 })
  expect(byGroup).toMatchObject([{ sends: 6, held: 0, skipped: 0 }])
})

test('an album takes as much of the pace as it has files', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 20 })
  const media = Array.from({ length: 5 }, async () => ({ mediaId: await giveFile(app, user) }))
  const album = { kind: 'album' as const, text: '', media: await Promise.all(media) }
  const took = async (content: Input['steps'][number]['content']) => {
    const input = cycleInput(groupIds, { steps: [{ ...step(''), content }], schedule: at('09:00') })
    const { sends } = await simulateCycle(user, { ...input, days: 1 })
    return Date.parse(sends.at(-1)!.sentAt) - Date.parse(sends[0]!.sentAt)
  }
  const one = await took({ kind: 'text', text: 'Doors at seven.' })
  expect(await took(album)).toBe(5 * one)
})

test('a broadcast channel takes a message each second, and a group only so many a minute', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await app.pool.query(`update groups set kind = 'channel' where id = $1`, [groupIds[1]])
  const input = cycleInput(groupIds, { schedule: at('09:00'), stepsPerSlot: 3 })
  const { sends } = await simulateCycle(user, { ...input, days: 1 })
  const took = (groupId: string) => {
    const times = sends
      .filter((one) => one.groupId === groupId)
      .map((one) => Date.parse(one.sentAt))
    return times.at(-1)! - times[0]!
  }
  const { chat, groupPerMinute } = user.channels.get('telegram-bot')!.capabilities.pace
  expect(took(groupIds[0]!)).toBeCloseTo((2 * 60_000) / groupPerMinute, -1)
  expect(took(groupIds[1]!)).toBeCloseTo(2_000 / chat.perSecond, -1)
})
