import type { Schedule } from '@carillon/contract/schedule'
import { createMessage } from '../src/messages/actions.ts'
import { changeSlot, type SlotChange } from '../src/messages/slot-edit.ts'
import { startPlanner } from '../src/planning/planner.ts'
import { latest } from '../src/platform/clock.ts'
import type { UserContext } from '../src/platform/context.ts'
import type { TestApp } from './test-app.ts'
import { nobodyListens } from './planning.ts'
import { createPosting } from './posting.ts'

/** Every day at 9:00 and 18:00 in Berlin. The clock of tests starts at 10:00 on Monday, 1 June 2026. */
export const daily: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily', everyDays: 1, at: ['09:00', '18:00'] },
}

/** Every day at nine in Berlin, which is seven in UTC in summer. */
const nine: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily', everyDays: 1, at: ['09:00'] },
}

/** A series of this user in these groups. */
export const createSeries = (user: UserContext, groupIds: string[], schedule = nine) =>
  createMessage(user, {
    kind: 'automated',
    content: { kind: 'text', text: 'As ever.' },
    groupIds,
    schedule,
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'active',
  })

/** A series of a new user, and a way to change its slots, named in UTC. */
export async function giveSeries(app: TestApp, schedule = daily) {
  const { user, groupIds } = await createPosting(app)
  const message = await createSeries(user, groupIds, schedule)
  const change = (slotAt: string, what: Partial<SlotChange>) =>
    changeSlot(user, message.id, `${slotAt}:00.000Z`, { following: false, ...what })
  return { user, id: message.id, change }
}

/** Plans each slot at its time until then, or late if it has passed, and tells what was sent when, in UTC. */
export async function sentUntil(app: TestApp, until: string) {
  for (;;) {
    const { rows } = await app.pool.query<{ at: Date | null }>(
      'select min(next_slot_at) as at from schedules',
    )
    const at = rows[0]?.at
    if (!at || at > new Date(until)) break
    app.clock.moveTo(latest(at, app.clock.now()))
    const planner = startPlanner(app.ctx, nobodyListens)
    await planner.rest()
    await planner.stop()
    await app.pool.query('update occurrences set finished_at = now()')
  }
  const { rows } = await app.pool.query<{ at: string; text: string }>(
    `select to_char(due_at at time zone 'UTC', 'DD HH24:MI') as at, body->>'text' as text
       from deliveries join contents on contents.id = content_id order by due_at`,
  )
  return rows.map(({ at, text }) => (text === 'As ever.' ? at : `${at} ${text}`))
}
