import { cycleInput } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { migrateGroup } from '../groups/actions.ts'
import { createCycle, readCycle, updateCycle } from './actions.ts'
import { sendNext } from './position-actions.ts'

/** More groups than the first slice of a send-now has deliveries. */
const GROUPS = 502

test('groups that become one while a cycle is being written to its groups cost no group its step', async ({
  app,
}) => {
  const others = Array.from({ length: GROUPS - 1 }, (_, n) => `-200${n}`)
  const chats = ['-4001', '-100999', ...others]
  const { user, accountId, groupIds } = await createPosting(app, { chats })
  const [kept, gone] = groupIds as [string, string]
  const all = groupIds.filter((id) => id !== kept)
  // The second half comes one step later: each step goes to a part of the groups.
  const input = cycleInput(all.slice(0, GROUPS / 2), { mode: 'own_place' })
  const { id } = await createCycle(user, input)
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
  const { rev, steps } = await readCycle(user, user, id)
  await updateCycle(user, id, { ...input, steps, groupIds: all, rev })
  app.clock.moveTo('2026-06-01T08:40:00Z')
  await sendNext(user, id)
  await app.ctx.transaction((tx) => migrateGroup(app.ctx, tx, accountId, chats[0]!, chats[1]!))
  await plan(app)
  const { rows } = await app.pool.query<{ groupId: string; text: string }>(
    `select d.group_id as "groupId", c.body ->> 'text' as text from deliveries d
       join occurrences o on o.id = d.occurrence_id join contents c on c.id = d.content_id
      where o.slot_at is null`,
  )
  const told = new Map(rows.map(({ groupId, text }) => [groupId, text]))
  const now = all.map((one) => (one === gone ? kept : one))
  expect(rows).toHaveLength(GROUPS)
  expect(now.map((one) => told.get(one))).toEqual(
    now.map((_, n) => (n < GROUPS / 2 ? 'Two' : 'One')),
  )
})
