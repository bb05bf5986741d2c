import { cycleInput, step } from '../../../test/cycle-input.ts'
import { createPosting } from '../../../test/posting.ts'
import { expect, test } from '../../../test/test-app.ts'
import { createCycle } from '../actions.ts'
import type { Input } from '../checks.ts'
import { simulateCycle } from './simulation.ts'

test('what people should know before is said in words', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await app.pool.query(`update groups set status = 'lost' where id = $1`, [groupIds[0]])
  const late = step('*Later*', { from: '2026-12-01' })
  const input = cycleInput(groupIds, { mode: 'own_place', steps: [step('One'), late] })
  const { warnings } = await simulateCycle(user, { ...input, days: 1 })
  expect(warnings.map(({ code, text }) => `${code}: ${text}`)).toEqual([
    'step_never: “Later” does not come within a day.',
    expect.stringMatching(/^group_never: “Choir .*” gets nothing within a day\.$/),
    'again: “One” comes to the same group again within 7 days.',
    expect.stringMatching(/^many: “Choir .*” gets 14 messages on 1 June 2026\.$/),
  ])
})

test('where others go to a group with a daily limit, it is said that they count against it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await app.pool.query('update groups set daily_cap = 3')
  const at = (...times: string[]): Input['schedule'] => ({
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at: times },
  })
  const input = cycleInput(groupIds, { schedule: at('12:00', '18:00') })
  const caps = async () =>
    (await simulateCycle(user, { ...input, days: 2 })).warnings.filter(({ code }) => code === 'cap')
  await createCycle(user, cycleInput(groupIds, { schedule: at('13:00') }))
  expect(await caps()).toEqual([])
  await createCycle(user, cycleInput(groupIds, { schedule: at('14:00') }))
  expect(await caps()).toMatchObject([
    {
      text: expect.stringMatching(
        /^“Choir .*” takes 3 messages a day, and other messages and cycles send 2 there on 1 June 2026: not all may go\.$/,
      ),
    },
    { text: '2 sends are left out: their groups take only so many messages a day.' },
  ])
})

test('too many messages for a group on one day are those of all messages and cycles together', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const [first, second, lost] = groupIds
  const twice: Input['schedule'] = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at: ['12:00', '18:00'] },
  }
  const schedule = { ...twice, rule: { ...twice.rule, at: ['13:00', '19:00'] } } as typeof twice
  const input = cycleInput([second!], { schedule, stepsPerSlot: 3 })
  const look = () => simulateCycle(user, { ...input, days: 2 })
  const many = async () => (await look()).warnings.filter(({ code }) => code === 'many')
  expect(await many()).toEqual([])
  // Of two groups in turn the second one has one of the two times, with its two steps; a lost one has no turn.
  await app.pool.query(`update groups set status = 'lost' where id = $1`, [lost])
  const inTurn = { mode: 'one_group' as const, stepsPerSlot: 2, schedule: twice }
  await createCycle(user, cycleInput([lost!, first!, second!], inTurn))
  expect(await many()).toEqual([])
  await createCycle(user, cycleInput([second!], { schedule: twice, stepsPerSlot: 2 }))
  expect(await many()).toMatchObject([
    {
      text: expect.stringMatching(
        /gets 12 messages on 1 June 2026, 6 of them from other messages and cycles\.$/,
      ),
    },
  ])
  // Two days from ten in the morning: of the four times one group at a time has two.
  expect((await look()).byGroup).toMatchObject([{ groupId: second, sends: 12, others: 12 }])
})

test('what a daily limit leaves out, and what a minimum gap does, is told apart', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const left = async () => {
    const { warnings } = await simulateCycle(user, { ...cycleInput(groupIds), days: 1 })
    const [told] = warnings.filter(({ code }) => code === 'cap' || code === 'gap')
    return told && `${told.code}: ${told.text}`
  }
  await app.pool.query('update groups set daily_cap = 11')
  expect(await left()).toBe(
    'cap: One send is left out: its group takes only so many messages a day.',
  )
  await app.pool.query('update groups set daily_cap = null, min_gap_minutes = 200')
  expect(await left()).toMatch(
    /^gap: \d+ sends are left out: their groups take messages only so long after one another\.$/,
  )
})

test('what waits for the end of quiet hours does not make a timetable too fast for its connection', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await app.pool.query('update groups set quiet_hours = $1', [
    { from: '12:00', to: '08:00', mode: 'hold' },
  ])
  const rule = { kind: 'daily' as const, everyDays: 1, at: ['13:00', '23:00'] }
  const input = cycleInput(groupIds, { schedule: { timeZone: 'Europe/Berlin', rule } })
  const { warnings, load } = await simulateCycle(user, { ...input, overlap: 'wait', days: 5 })
  expect(warnings.filter(({ code }) => code === 'outruns')).toEqual([])
  expect(load[0]!.share).toBeLessThan(0.01)
})

test('runs that are left out name the group for which the one before them waits', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await app.pool.query(
    `update groups set min_gap_minutes = 60, title = 'Maple Street' where id = $1`,
    [groupIds[1]],
  )
  const schedule: Input['schedule'] = {
    timeZone: 'UTC',
    rule: { kind: 'every', n: 20, unit: 'minute', anchor: '2026-06-01T09:00' },
  }
  const input = cycleInput(groupIds, { schedule })
  const { warnings } = await simulateCycle(user, { ...input, days: 1 })
  expect(warnings).toContainEqual({
    code: 'outruns',
    text: expect.stringMatching(
      /^\d+ runs are left out: the one before is still being sent then, because “Maple Street” has to wait\.$/,
    ),
  })
})
