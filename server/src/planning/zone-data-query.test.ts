import { sql } from 'kysely'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { createSeries } from '../../test/series.ts'
import { takeOlder } from './store.ts'

test('whether any is older is not asked of every schedule there is', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await createSeries(user, groupIds)
  await app.pool.query(
    `insert into schedules (id, user_id, source, source_id, spec, next_slot_at, zone_data, created_at, updated_at)
     select gen_random_uuid(), user_id, source, gen_random_uuid(), spec, next_slot_at, zone_data,
            created_at, updated_at
       from schedules, generate_series(1, 20000)`,
  )
  await app.pool.query('analyze schedules')
  const looked = () =>
    app.ctx.transaction(async (tx) => {
      const readByNow = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
            from pg_stat_xact_user_tables where relname = 'schedules'`.execute(tx.db)
        return rows[0]?.read ?? 0
      }
      const before = await readByNow()
      const first = { zoneData: '', id: '00000000-0000-0000-0000-000000000000' }
      const found = await takeOlder(tx, app.ctx.zoneData, first, 200)
      return { found: found.length, read: (await readByNow()) - before }
    })
  const none = await looked()
  expect(none.found).toBe(0)
  expect(none.read).toBeLessThan(10)
  await app.pool.query(
    `update schedules set zone_data = '2020a' where id in (select id from schedules limit 300)`,
  )
  const { found, read } = await looked()
  expect(found).toBe(200)
  expect(read).toBeLessThan(1_000)
})
