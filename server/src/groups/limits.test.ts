import { bellOf } from '../../test/bell.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { UserContext } from '../platform/context.ts'
import { openDatabase, openPool } from '../platform/db/database.ts'
import { fitTier } from '../tiers/actions.ts'
import { listGroups } from './actions.ts'

/** Somebody on Pro with so many groups, whose chats can be reached. */
async function openMany(app: TestApp, groups: number) {
  const { user, groupIds } = await createPosting(app, { groups })
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, updated_at)
     select account_id, external_id, title, kind, true, updated_at from groups`,
  )
  // It stays.
  await app.pool.query('update groups set last_sent_at = created_at where id = $1', [groupIds[0]])
  return { user, groupIds }
}

/** Gives the user another tier, as a payment does. */
async function changeTier(app: TestApp, { user }: UserContext, tier: 'free' | 'pro') {
  await app.pool.query('update users set tier = $2 where id = $1', [user.id, tier])
  await app.ctx.transaction((tx) => fitTier(app.ctx, tx, user.id))
}

async function countOf({ pool }: TestApp, status: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from groups where status = $1',
    [status],
  )
  return rows[0]!.n
}

test('groups are in the order of their names, numbers as numbers', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 4 })
  for (const [n, title] of ['Hall 120', 'choir', 'Hall 40', 'Zoo'].entries()) {
    await app.pool.query('update groups set title = $1 where id = $2', [title, groupIds[n]])
  }
  const titles = (await listGroups(user)).map(({ title }) => title)
  expect(titles).toEqual(['choir', 'Hall 40', 'Hall 120', 'Zoo'])
})

test('10,000 groups are suspended at once, and all of them come back', async ({ app }) => {
  const { user } = await openMany(app, 10_000)
  const began = performance.now()
  await changeTier(app, user, 'free')
  expect([await countOf(app, 'active'), await countOf(app, 'suspended')]).toEqual([1, 9_999])
  // Row by row it took longer than anybody else should wait for the user's row.
  expect(performance.now() - began).toBeLessThan(10_000)

  await changeTier(app, user, 'pro')
  await app.runJobs()
  expect([await countOf(app, 'active'), await countOf(app, 'suspended')]).toEqual([10_000, 0])
  expect((await bellOf(user)).map(({ title }) => title)).toContain('9999 groups are back')
})

test('a group that was being changed when there was room again comes back as well', async ({
  app,
}) => {
  const { user, groupIds } = await openMany(app, 3)
  await changeTier(app, user, 'free')
  const pool = openPool(app.databaseUrl, app.ctx.log, 1)
  app.atEnd(() => pool.end())
  const other = openDatabase(pool)
  await other.transaction().execute(async (tx) => {
    await tx.updateTable('groups').set({ title: 'Choir' }).where('id', '=', groupIds[2]!).execute()
    await changeTier(app, user, 'pro')
    expect(await countOf(app, 'suspended')).toBe(1)
  })
  await app.runJobs()
  expect(await countOf(app, 'active')).toBe(3)
})

test('a group whose chat was lost meanwhile stays suspended, and nobody waits for it', async ({
  app,
}) => {
  const { user, groupIds } = await openMany(app, 3)
  await changeTier(app, user, 'free')
  await app.pool.query(
    `update chats set lost = 'kicked' where external_id = (select external_id from groups where id = $1)`,
    [groupIds[2]],
  )
  await changeTier(app, user, 'pro')
  await app.runJobs()
  expect([await countOf(app, 'active'), await countOf(app, 'suspended')]).toEqual([2, 1])
})
