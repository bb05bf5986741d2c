import type { Schedule } from '@carillon/contract/schedule'
import fc from 'fast-check'
import { expect, test } from '../../test/test-app.ts'
import { cases as casesOf } from '../../test/proofs.ts'
import { oracle } from '../../test/schedule-oracle.ts'
import { anySchedule } from '../../test/schedules.ts'
import { HARD_DAYS, HARD_DAYS_COUNT } from '../../test/wall-table.ts'
import { after, days, earliest, fromEpoch, instant, latest } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { dueAt, slots } from '../schedule/rules.ts'
import { setSchedule } from './actions.ts'
import { planDue } from './batch.ts'
import type { Source } from './port.ts'

/** How many random schedules of each zone, and from how many they are chosen. */
const EACH = casesOf(42, 8)
const TRIED = 100

/** A schedule that names more is true to its rule long before its last slot. */
const SLOTS_MAX = 1_200

/** Less than what is written down slot by slot after an outage. */
const JUMP_MS = days(6)

/** Speaks for every schedule, to nobody: what is planned is all that matters here. */
const everybody: Source = {
  prepare: async (_ctx, _tx, due) =>
    new Map(
      due.map(({ sourceId }) => [
        sourceId,
        { kind: 'send', catchUpMs: 0, onUnconfirmed: 'ask', posts: [] },
      ]),
    ),
  planned: async () => {},
  retimed: async () => {},
  occurrencesChanged: async () => {},
  pause: async () => {
    throw new Error('No schedule of this test is to be given up.')
  },
  findPresent: async (_reading, ids) => new Set(ids),
  describe: async () => new Map(),
}

type Case = { id: string; spec: Schedule; from: Date; end: Date; expected: number[] }

test.extend({ appOptions: async ({}, use) => use({ now: '2006-09-01T00:00:00.000Z' }) })(
  'over 400 hard days of 12 zones the planner writes down what the preview shows and the clock says',
  { timeout: 240_000 },
  async ({ app }) => {
    const ctx: Context = { ...app.ctx, sources: { message: everybody } }
    const user = await app.person()
    const cases = HARD_DAYS.flatMap(([zone, firstDay], seed): Case[] => {
      const from = instant(`${firstDay}T00:00:00Z`)
      const end = after(from, days(HARD_DAYS_COUNT - 2))
      const own: Case[] = []
      for (const spec of fc.sample(anySchedule(zone), { numRuns: TRIED, seed })) {
        if (own.length === EACH) break
        const seen = oracle(spec, from).map(({ at }) => at * 60_000)
        const expected = seen.filter((at) => at < end.getTime())
        const fits = expected.length > 0 && expected.length <= SLOTS_MAX
        if (fits) own.push({ id: ctx.ids.next(), spec, from, end, expected })
      }
      return own
    })
    // Each has a slot to compare.
    expect(cases).toHaveLength(HARD_DAYS.length * EACH)
    const ends = [...new Set(cases.map(({ end }) => end.getTime()))].map(fromEpoch)
    await ctx.transaction(async (tx) => {
      for (const { id, spec, from } of cases) {
        const owner = { source: 'message', sourceId: id, userId: user.user.id } as const
        await setSchedule(ctx, tx, { ...owner, spec, from })
      }
    })

    for (;;) {
      const { rows } = await app.pool.query<{ at: Date | null }>(
        'select min(next_slot_at) as at from schedules',
      )
      const next = rows[0]?.at
      if (!next) break
      const before = app.clock.now()
      app.clock.moveTo(earliest(after(next, JUMP_MS), ends.reduce(latest)))
      while (await planDue(ctx));
      const passed = ends.filter((end) => before < end && end <= app.clock.now())
      if (passed.length === 0) continue
      // Each is asked about its 400 days only.
      const over = cases.filter(({ end }) => passed.some((one) => +one === +end))
      await app.pool.query(
        'update schedules set next_slot_at = null where source_id = any($1::uuid[])',
        [over.map(({ id }) => id)],
      )
    }

    const { rows } = await app.pool.query<{ id: string; at: Date; due: Date }>(
      'select source_id as id, slot_at as at, due_at as due from occurrences order by slot_at',
    )
    const made = Map.groupBy(rows, ({ id }) => id)
    for (const { id, spec, from, end, expected } of cases) {
      const own = (made.get(id) ?? []).filter(({ at }) => at < end)
      const shown = []
      for (const slot of slots(spec, from)) {
        if (slot.at >= end) break
        shown.push(slot.at.getTime())
      }
      expect(shown, JSON.stringify(spec)).toEqual(expected)
      expect(
        own.map(({ at }) => at.getTime()),
        JSON.stringify(spec),
      ).toEqual(expected)
      expect(own.map(({ due }) => due)).toEqual(own.map(({ at }) => dueAt(spec, at)))
    }
  },
)
