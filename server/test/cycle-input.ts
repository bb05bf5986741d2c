import type { Schedule } from '@carillon/contract/schedule'
import { createCycle, readCycle } from '../src/cycles/actions.ts'
import type { Input } from '../src/cycles/checks.ts'
import { endLast } from './planner-race.ts'
import { plan } from './planning.ts'
import { createPosting } from './posting.ts'
import type { TestApp } from './test-app.ts'

/** Every hour in Berlin, from 10:30 on Monday, 1 June 2026. The clock of tests starts at 10:00. */
const hourly: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:30' },
}

/** A step that says this, as the editor sends it. */
export const step = (text: string, change: Partial<Input['steps'][number]> = {}) => ({
  content: { kind: 'text' as const, text },
  enabled: true,
  weight: 1,
  ...change,
})

/** Input for a cycle with three steps in order to these groups, every hour, unless changed. */
export const cycleInput = (groupIds: string[], change: Partial<Input> = {}): Input => ({
  name: 'Rehearsals',
  steps: ['One', 'Two', 'Three'].map((text) => step(text)),
  groupIds,
  schedule: hourly,
  order: 'sequence',
  mode: 'same',
  stepsPerSlot: 1,
  replacePrevious: false,
  advanceOnSkip: false,
  catchUpMinutes: 15,
  onUnconfirmed: 'ask',
  overlap: 'skip',
  pauseAfterFailures: 5,
  status: 'active',
  ...change,
})

/**
 * Creates a user with one group and a cycle to it. `at` plans what is due at a time and marks all of it as
 * sent, so that a test needs no network.
 */
export async function openCycle(app: TestApp, change: Partial<Input> = {}) {
  const { user, groupIds } = await createPosting(app)
  const cycle = await createCycle(user, cycleInput(groupIds, change))
  const read = () => readCycle(user, user, cycle.id)
  /** Plans what is due at this UTC time on 1 June 2026, and leaves it under way. */
  async function due(time: string) {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
  }
  /** Plans what is due at this UTC time on 1 June 2026, and marks it as sent. */
  async function at(time: string) {
    await due(time)
    await sent()
  }
  /** Ends the run of this UTC time, or the last one. */
  const end = (how: Parameters<typeof endLast>[2], time?: string) =>
    endLast(
      app,
      { source: 'cycle', sourceId: cycle.id },
      how,
      time ? `2026-06-01T${time}:00Z` : null,
    )
  const sent = () =>
    app.pool.query(
      `update occurrences set finished_at = due_at, status = 'done' where finished_at is null`,
    )
  const said = async () => {
    const { rows } = await app.pool.query(
      `select c.body ->> 'text' as text from deliveries d join contents c on c.id = d.content_id
       join occurrences o on o.id = d.occurrence_id order by o.due_at, d.part`,
    )
    return rows.map(({ text }) => text).join(' ')
  }
  const coming = async () => (await read()).nextRuns.map(({ parts }) => parts[0]?.text).join(' ')
  return { user, groupIds, cycle, read, due, at, end, sent, said, coming }
}
