import { previewSchedule as endpoint } from '@carillon/contract/schedule'
import { schemas } from '@carillon/contract/schemas'
import { parseInput } from '../platform/http/route.ts'
import type { UserContext } from '../platform/context.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { previewSchedule } from './preview.ts'

const mondays = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'weekly', days: ['mon'], at: ['02:30'], everyWeeks: 2 },
}

/** What the API answers to a body. */
async function preview(app: TestApp, body: unknown, user?: UserContext) {
  const parsed = parseInput(schemas, endpoint, { params: {}, query: {}, body }).body
  return schemas.SchedulePreview.parse(await previewSchedule(user ?? (await app.person()), parsed))
}

test('a preview lists the next slots, and returns the start date and the seed that it used', async ({
  app,
}) => {
  app.clock.moveTo('2026-11-18T23:30:00Z')
  const shown = await preview(app, { schedule: mondays, count: 2 })
  expect(shown).toEqual({
    slots: [
      {
        at: '2026-11-30T01:30:00.000Z',
        local: '2026-11-30T02:30',
        dueAt: '2026-11-30T01:30:00.000Z',
      },
      {
        at: '2026-12-14T01:30:00.000Z',
        local: '2026-12-14T02:30',
        dueAt: '2026-12-14T01:30:00.000Z',
      },
    ],
    words: 'Every 2 weeks on Mon at 02:30, Berlin, from 19 Nov',
    seed: expect.any(Number),
    // In Berlin it is Thursday already.
    starts: '2026-11-19',
  })
})

test('weeks later, the same seed and start give the same preview', async ({ app }) => {
  app.clock.moveTo('2026-11-19T12:00:00Z')
  const schedule = { ...mondays, jitterMinutes: 30 }
  const first = await preview(app, { schedule, count: 100 })
  expect(first.slots.some(({ at, dueAt }) => at !== dueAt)).toBe(true)
  app.clock.moveTo('2026-12-25T12:00:00Z')
  const { seed, starts } = first
  const from = '2026-11-19T12:00:00Z'
  const again = await preview(app, { schedule: { ...schedule, seed, starts }, count: 100, from })
  expect(again).toEqual({ ...first, words: expect.any(String) })
})

test('skips and moves of slots that the changed rule no longer has are ignored, as when it is saved', async ({
  app,
}) => {
  app.clock.moveTo('2026-11-18T12:00:00Z')
  const schedule = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at: ['08:00'] },
    starts: '2027-05-01',
    // From before, when the rule said 07:00.
    skips: ['2027-05-01T07:00', '2027-05-02T08:00'],
    moves: [{ from: '2027-05-03T07:00', to: '2027-05-03T12:00' }],
  }
  const { slots } = await preview(app, { schedule, count: 3 })
  expect(slots.map(({ local }) => local)).toEqual([
    '2027-05-01T08:00',
    '2027-05-03T08:00',
    '2027-05-04T08:00',
  ])
})

test('it says where the clocks change and what was moved, at or after the instant asked for', async ({
  app,
}) => {
  app.clock.moveTo('2027-01-01T00:00:00Z')
  const shown = await preview(app, {
    schedule: {
      timeZone: 'Europe/Berlin',
      rule: { kind: 'daily', everyDays: 1, at: ['02:30'] },
      moves: [{ from: '2027-03-29T02:30', to: '2027-03-29T10:00' }],
    },
    from: '2027-03-28T01:30:00Z',
    count: 2,
  })
  expect(shown.slots).toMatchObject([
    { at: '2027-03-28T01:30:00.000Z', local: '2027-03-28T02:30', mark: 'gap_shifted' },
    { at: '2027-03-29T08:00:00.000Z', local: '2027-03-29T10:00', movedFrom: '2027-03-29T02:30' },
  ])
})

test('a schedule that never has a slot is refused at its field; one whose slots have passed gives an empty list', async ({
  app,
}) => {
  const rule = { kind: 'cron', expression: '0 9 31 2 *' }
  await expect(preview(app, { schedule: { timeZone: 'UTC', rule } })).rejects.toMatchObject({
    code: 'invalid',
    extra: { details: [{ path: 'schedule.rule.expression' }] },
  })
  const passed = { timeZone: 'UTC', rule: { kind: 'once', at: '1999-01-01T09:00' } }
  expect(await preview(app, { schedule: passed })).toMatchObject({ slots: [] })
})

test('runs that the rules of the chosen groups leave no time for are counted, and not listed', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const [held, spaced, open] = groupIds
  const night = JSON.stringify({ from: '22:00', to: '07:00', mode: 'hold' })
  await app.pool.query('update groups set quiet_hours = $1 where id = $2', [night, held])
  await app.pool.query('update groups set min_gap_minutes = 90 where id = $1', [spaced])
  const rule = { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T20:30' }
  const shown = async (chosen?: (string | undefined)[]) => {
    const body = { schedule: { timeZone: 'Europe/Berlin', rule }, count: 4, groupIds: chosen }
    return (await preview(app, body, user)).slots.map(
      ({ local, leftOutBefore }) =>
        local.slice(11) + (leftOutBefore ? ` after ${leftOutBefore}` : ''),
    )
  }
  expect(await shown()).toEqual(['20:30', '21:30', '22:30', '23:30'])
  expect(await shown([open])).toEqual(['20:30', '21:30', '22:30', '23:30'])
  expect(await shown([held, open])).toEqual(['20:30', '21:30', '22:30', '07:30 after 8'])
  // The one of half past ten waits until half past eleven, when the next one is planned.
  expect(await shown([spaced, open])).toEqual(['20:30', '21:30', '22:30', '00:30 after 1'])
  const other = await app.person()
  const { slots } = await preview(
    app,
    { schedule: { timeZone: 'Europe/Berlin', rule }, count: 3, groupIds: [held] },
    other,
  )
  expect(slots[2]?.local).toBe('2026-06-01T22:30')
})
