import { cycleInput, step } from '../../../test/cycle-input.ts'
import { plan } from '../../../test/planning.ts'
import { createPosting } from '../../../test/posting.ts'
import { expect, test, type TestApp } from '../../../test/test-app.ts'
import type { UserContext } from '../../platform/context.ts'
import { createCycle, pauseCycle, readCycle } from '../actions.ts'
import type { Input } from '../checks.ts'
import { simulateCycle } from './simulation.ts'
import { changeSlot } from '../slot-edit.ts'

const simulated = (
  user: UserContext,
  input: Input,
  rest: { cycleId?: string; days?: number } = {},
) => simulateCycle(user, { ...input, days: 1, ...rest })

/** What was planned until then, as if all of it had been sent at once: `08:30 choir One`. */
async function runUntil(app: TestApp, until: string): Promise<string[]> {
  for (;;) {
    const { rows } = await app.pool.query<{ at: Date | null }>(
      'select min(next_slot_at) as at from schedules',
    )
    const at = rows[0]?.at
    if (!at || at >= new Date(until)) break
    app.clock.moveTo(at)
    await plan(app)
    await app.pool.query(
      `update occurrences set finished_at = $1, status = 'done' where finished_at is null`,
      [at],
    )
  }
  const { rows } = await app.pool.query<{ told: string }>(
    `select to_char(o.slot_at at time zone 'UTC', 'DD HH24:MI') || ' ' || g.external_id || ' ' ||
            (c.body ->> 'text') as told
       from deliveries d join occurrences o on o.id = d.occurrence_id
       join groups g on g.id = d.group_id join contents c on c.id = d.content_id
      order by o.slot_at, g.external_id, d.part`,
  )
  return rows.map(({ told }) => told)
}

const MODES = ['same', 'own_place', 'one_group'] as const
const ORDERS = ['sequence', 'once', 'shuffle', 'weighted'] as const
const cases = MODES.flatMap((mode) => ORDERS.map((order) => ({ mode, order })))

test.for(cases)(
  'what was simulated before it was saved is what goes out: $order, $mode',
  async ({ mode, order }, { app }) => {
    const { user, groupIds } = await createPosting(app, { chats: ['a', 'b', 'c'] })
    const input = cycleInput(groupIds, {
      mode,
      order,
      stepsPerSlot: 2,
      steps: ['One', 'Two', 'Three', 'Four', 'Five'].map((text, n) => step(text, { weight: n })),
    })
    const shown = await simulated(user, input)
    await createCycle(user, {
      ...input,
      seed: shown.seed,
      schedule: { ...input.schedule!, seed: shown.scheduleSeed, starts: shown.starts },
      steps: input.steps.map((one, n) => ({ ...one, id: shown.stepIds[n]! })),
    })
    const titles = new Map(groupIds.map((id, n) => [id, 'abc'[n]!]))
    const expected = shown.sends.map(
      ({ slotAt, step: place, groupId }) =>
        `${slotAt.slice(8, 10)} ${slotAt.slice(11, 16)} ${titles.get(groupId)} ${input.steps[place!]!.content.text}`,
    )
    expect(shown.count).toBe(shown.sends.length)
    expect(expected.length).toBeGreaterThan(5)
    expect(await runUntil(app, '2026-06-02T08:00:00Z')).toEqual(expected)
  },
)

test('an edit is simulated from where the cycle stands', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const cycle = await createCycle(user, cycleInput(groupIds))
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  const { steps } = await readCycle(user, user, cycle.id)
  const edited = cycleInput(groupIds, { steps: [steps[2]!, step('New'), steps[0]!] })
  const { sends } = await simulated(user, edited, { cycleId: cycle.id })
  expect(sends.slice(0, 3).map((one) => edited.steps[one.step!]!.content.text)).toEqual([
    'Three',
    'New',
    'One',
  ])
})

test('an edit of the timetable is simulated without the changes to single runs that it has no place for', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createCycle(user, cycleInput(groupIds))
  await changeSlot(user, id, '2026-06-01T08:30:00.000Z', { skip: true })
  await changeSlot(user, id, '2026-06-01T10:30:00.000Z', { skip: true })
  const { steps, schedule } = await readCycle(user, user, id)
  const rule = { kind: 'every', n: 2, unit: 'hour', anchor: '2026-06-01T10:30' } as const
  const times = async (edited: Input['schedule']) => {
    const input = cycleInput(groupIds, { steps, schedule: edited })
    const { slots } = await simulated(user, input, { cycleId: id })
    return slots.slice(0, 2).map(({ slotAt }) => slotAt.slice(11, 16))
  }
  expect(await times({ ...schedule!, rule: { ...rule, anchor: '2026-06-01T11:00' } })).toEqual([
    '09:00',
    '11:00',
  ])
  // Those that it still has are left out, as saving leaves them.
  expect(await times({ timeZone: 'Europe/Berlin', rule })).toEqual(['12:30', '14:30'])
})

test('a finished cycle is simulated from where it begins when it is started again', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const input = cycleInput(groupIds, { order: 'once' })
  const { id } = await createCycle(user, input)
  for (const hour of [8, 9, 10]) {
    app.clock.moveTo(`2026-06-01T${String(hour).padStart(2, '0')}:30:00Z`)
    await plan(app)
    await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
  }
  const { status, steps } = await readCycle(user, user, id)
  expect(status).toBe('finished')
  const { sends } = await simulated(user, { ...input, steps }, { cycleId: id })
  expect(sends.map(({ step }) => step)).toEqual([0, 1, 2])
})

test('a cycle that stays paused is simulated from when its pause ends, one that is resumed from now', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id, steps } = await createCycle(user, cycleInput(groupIds))
  await pauseCycle(user, id, { until: '2026-06-01T15:00:00.000Z' })
  const input = { ...cycleInput(groupIds, { steps }), cycleId: id, days: 1 }
  const first = async (status: 'active' | 'paused') =>
    (await simulateCycle(user, { ...input, status })).slots[0]?.slotAt
  expect(await first('paused')).toBe('2026-06-01T15:30:00.000Z')
  expect(await first('active')).toBe('2026-06-01T08:30:00.000Z')
})

test('quiet hours, caps and gaps are told with each send, and what else the group gets that day', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const [held, capped, spaced] = groupIds
  await app.pool.query(
    `update groups set quiet_hours = '{"from":"11:00","to":"12:00","mode":"hold"}' where id = $1`,
    [held],
  )
  await app.pool.query('update groups set daily_cap = 1 where id = $1', [capped])
  await app.pool.query('update groups set min_gap_minutes = 90 where id = $1', [spaced])
  await createCycle(user, cycleInput([capped!], { name: 'Another' }))
  const { sends, warnings } = await simulated(user, cycleInput(groupIds, { overlap: 'wait' }))
  const of = (groupId?: string) => sends.filter((one) => one.groupId === groupId).slice(0, 2)
  expect(of(held)[1]).toMatchObject({ rule: 'quiet_hours', sentAt: '2026-06-01T10:00:00.000Z' })
  expect(of(capped)[0]).toMatchObject({ others: 14 })
  expect(of(capped)[1]).toMatchObject({ rule: 'cap', skipped: true })
  expect(of(spaced)[1]).toMatchObject({ rule: 'gap' })
  expect(warnings.map(({ code }) => code)).toContain('cap')
})

test('a timetable that is faster than a connection may send is told, with when the last group has it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 100 })
  const every: Input['schedule'] = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-06-01T10:30' },
  }
  const input = cycleInput(groupIds, { schedule: every, stepsPerSlot: 3, overlap: 'wait' })
  const { atLeast, count, sends } = await simulated(user, input, { days: 90 })
  expect(atLeast).toBe(true)
  expect(count).toBeGreaterThanOrEqual(200_000)
  expect(sends).toHaveLength(2_000)
  await app.pool.query(`update groups set min_gap_minutes = 2 where id = $1`, [groupIds[0]])
  const { load, warnings } = await simulated(user, input, { days: 1 })
  expect(load[0]).toMatchObject({ busiest: { sends: 300 } })
  expect(load[0]!.share).toBeGreaterThan(1)
  expect(warnings.map(({ code }) => code)).toContain('outruns')
})

test('a simulation of nothing says what is missing, each at its field', async ({ app }) => {
  const { user } = await createPosting(app)
  const input = cycleInput([], { steps: [] })
  delete input.schedule
  await expect(simulated(user, input)).rejects.toMatchObject({
    extra: {
      details: [
        { path: 'steps', message: 'Add at least one message.' },
        { path: 'groupIds', message: 'Choose at least one group.' },
        { path: 'schedule.rule', message: 'Choose when it goes out.' },
      ],
    },
  })
})

test('218 all sends are counted by day and by group, also those that are not told one by one', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { chats: ['a', 'b'] })
  await app.pool.query('update groups set daily_cap = 5 where id = $1', [groupIds[1]])
  const { byDay, byGroup, sends } = await simulated(user, cycleInput(groupIds), { days: 90 })
  expect(sends.length).toBeLessThan(90 * 24 * 2)
  // From half past ten on the first day; on the last one until ten.
  expect(byDay).toHaveLength(91)
  // What the full group gets of the slot at 22:30 waits for midnight, and the next slot is left out until it went.
  expect(byDay[0]).toEqual({ date: '2026-06-01', sends: 13 + 6, skipped: 7 })
  expect(byDay[1]).toEqual({ date: '2026-06-02', sends: 23 + 5, skipped: 18 })
  expect(byGroup).toMatchObject([
    { groupId: groupIds[0], sends: 90 * 23, skipped: 0, steps: 3 },
    { groupId: groupIds[1], steps: 3 },
  ])
  expect(byGroup[0]!.firstAt! < byGroup[0]!.lastAt!).toBe(true)
})

test('a slot that is planned already, a second ahead, is not simulated again', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id, steps } = await createCycle(user, cycleInput(groupIds))
  app.clock.moveTo('2026-06-01T08:29:59.500Z')
  await plan(app)
  const { sends } = await simulated(user, cycleInput(groupIds, { steps }), { cycleId: id })
  expect(sends[0]).toMatchObject({ step: 1, slotAt: '2026-06-01T09:30:00.000Z' })
})

test('the variant of each run is the one that goes out', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const said = step('One')
  const texts = ['One', 'Two', 'Three']
  const content = { ...said.content, variants: texts.slice(1) }
  const input = cycleInput(groupIds, { steps: [{ ...said, content }] })
  const shown = await simulated(user, input)
  await createCycle(user, {
    ...input,
    seed: shown.seed,
    schedule: { ...input.schedule!, seed: shown.scheduleSeed, starts: shown.starts },
  })
  await runUntil(app, '2026-06-02T00:00:00Z')
  const { rows } = await app.pool.query<{ draw: number }>(
    `select (run ->> 'draw')::float8 as draw from occurrences order by slot_at`,
  )
  const told = rows.map(({ draw }) => Math.floor(draw * 3) + 1)
  expect(told.length).toBeGreaterThan(10)
  expect(shown.sends.slice(0, told.length).map(({ variant }) => variant)).toEqual(told)
  expect(new Set(told).size).toBeGreaterThan(1)
})
