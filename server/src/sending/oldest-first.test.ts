import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { findUnreported } from '../occurrences/store.ts'
import { SLICE_MAX, findExpired } from './store.ts'

test('of more that expired than one look takes, what was to go first is passed over first', async ({
  app,
}) => {
  const { user, accountId, groupIds, contentId } = await createPosting(app)
  const now = app.clock.now()
  const all = SLICE_MAX + 50
  await app.pool.query(
    `with o as (
       insert into occurrences (id, user_id, source, source_id, due_at, status, on_unconfirmed, total, created_at)
       values (gen_random_uuid(), $1, 'message', gen_random_uuid(), $5, 'sending', 'ask', $6, $5) returning id)
     insert into deliveries (id, occurrence_id, part, user_id, account_id, group_id, content_id, due_at,
       expires_at, status, not_before, created_at, updated_at)
     select gen_random_uuid(), o.id, n, $1, $2, $3, $4, $5, $5, 'queued',
       $5::timestamptz - n * interval '1 second', $5, $5
     from o, generate_series(0, $6 - 1) n`,
    [user.user.id, accountId, groupIds[0], contentId, now, all],
  )
  const found = await findExpired(app.ctx, now, accountId, null)
  const { rows } = await app.pool.query('select id, part from deliveries')
  const partOf = new Map(rows.map(({ id, part }) => [id, part]))
  expect(found.map((id) => partOf.get(id))).toEqual(
    Array.from({ length: SLICE_MAX }, (_, n) => all - 1 - n),
  )
})

test('of more that a process left untold than one look takes, the oldest are told first', async ({
  app,
}) => {
  const { user } = await app.person()
  await app.pool.query(
    `insert into occurrences (id, user_id, source, source_id, due_at, status, on_unconfirmed, created_at)
     select gen_random_uuid(), $1, 'message', gen_random_uuid(), $2::timestamptz - n * interval '1 second',
       'sending', 'ask', $2
     from generate_series(0, 549) n`,
    [user.id, app.clock.now()],
  )
  const { rows } = await app.pool.query('select id from occurrences order by due_at limit 500')
  expect(await findUnreported(app.ctx)).toEqual(rows.map(({ id }) => id))
})
