import { expect, test } from '../../test/test-app.ts'
import { messageInput } from '../../test/message-input.ts'
import { nobodyListens } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { createMessage } from '../messages/actions.ts'
import { seconds } from '../platform/clock.ts'
import { startPlanner } from './planner.ts'

test('a planner that a full disk keeps from planning says so within a minute, until there is room', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await createMessage(user, messageInput(groupIds))
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'No space left on device.' using errcode = '53100'; end $$;
    create trigger disk_full before insert on occurrences for each row execute function refuse()`)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  const planner = startPlanner(app.ctx, nobodyListens)
  app.atEnd(() => planner.stop())
  await planner.rest()
  expect(planner.check()).toBeUndefined()
  app.clock.advance(seconds(30))
  await planner.rest()
  expect(planner.check()).toBe('Nothing could be planned for 30 seconds. The log says why.')

  await app.pool.query('drop trigger disk_full on occurrences')
  app.clock.advance(seconds(5))
  await planner.rest()
  expect(planner.check()).toBeUndefined()
})

test('what may be the fault of one message alone is only a note', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await createMessage(user, messageInput(groupIds))
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'It took too long.' using errcode = '57014'; end $$;
    create trigger slow before insert on occurrences for each row execute function refuse()`)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  const planner = startPlanner(app.ctx, nobodyListens)
  app.atEnd(() => planner.stop())
  await planner.rest()
  app.clock.advance(seconds(30))
  await planner.rest()
  expect(planner.check()).toEqual({
    note: 'Nothing could be planned for 30 seconds. The log says why.',
  })
})
