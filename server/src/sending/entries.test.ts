import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeliveryStatus } from '@carillon/contract/schemas/deliveries'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { expect, test } from '../../test/test-app.ts'
import { givePosting } from '../../test/posting.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openOccurrences, planDeliveries } from '../deliveries/actions.ts'
import { PENDING } from '../deliveries/rules.ts'
import { restoreLanes } from './actions.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

test('what had not ended when lanes got a table of their own has its place in it', async () => {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'carillon-migrations-'))
  const client = new Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  const files = globSync('*.sql', { cwd: MIGRATIONS })
  const bring = (brought: readonly string[]) => {
    for (const file of brought) cpSync(join(MIGRATIONS, file), join(folder, file))
    return migrate(database.url, createLog('silent'), folder)
  }
  await bring(files.filter((file) => file < '0038'))
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into deliveries (id, occurrence_id, part, user_id, account_id, group_id, content_id, due_at,
       expires_at, status, not_before, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), 0, 'ada', gen_random_uuid(), gen_random_uuid(),
       gen_random_uuid(), now(), now(), status, now(), now(), now()
     from unnest($1::text[]) as status`,
    [DeliveryStatus.options],
  )
  await bring(files)
  const { rows } = await client.query<{ status: string }>(
    `select d.status from lane_entries e join deliveries d on d.id = e.delivery_id
       and (d.account_id, d.user_id, d.not_before) = (e.account_id, e.user_id, e.not_before)`,
  )
  expect(rows.map(({ status }) => status).toSorted()).toEqual([...PENDING, 'sending'].toSorted())
})

test('a delivery that has lost its place in its lane gets it back', async ({ app }) => {
  const { ctx, pool } = app
  const { user, groupIds, contentId } = await givePosting(app, { groups: 3 })
  const dueAt = ctx.clock.now()
  await ctx.transaction(async (tx) => {
    const [occurrenceId] = await openOccurrences(ctx, tx, [
      {
        userId: user.user.id,
        source: 'message',
        sourceId: ctx.ids.next(),
        scheduleId: null,
        slotAt: null,
        dueAt,
        onUnconfirmed: 'ask',
      },
    ])
    const deliveries = groupIds.map((groupId) => ({ part: 0, contentId, groupId, topicId: null }))
    const slice = { occurrenceId: occurrenceId!, dueAt, catchUpMs: 1_000, deliveries, next: null }
    await planDeliveries(ctx, tx, [slice])
  })
  const places = async () => (await pool.query('select * from lane_entries order by 4')).rows
  const all = await places()
  expect(all).toHaveLength(3)
  await pool.query('delete from lane_entries where delivery_id <> $1', [all[0].delivery_id])
  await restoreLanes(ctx)
  expect(await places()).toEqual(all)
  // What has ended has none, and gets none.
  await pool.query(`update deliveries set status = 'sent'`)
  await restoreLanes(ctx)
  expect(await places()).toEqual([])
})
