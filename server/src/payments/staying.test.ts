import { createCycle, finishCycle, readCycle } from '../cycles/actions.ts'
import { duplicateCycle } from '../cycles/duplicate.ts'
import { swapInCycle } from '../cycles/swap-in.ts'
import { changeGroup } from '../groups/actions.ts'
import { swapInGroup } from '../groups/swap-in.ts'
import { cycleInput } from '../../test/cycle-input.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { Tier } from '@carillon/contract/tiers'
import { buy, openShop } from '../../test/shop.ts'
import { hours } from '../platform/clock.ts'
import { changeTier } from './reconcile.ts'
import { chooseStaying, readStaying } from './staying.ts'
import { sweep } from './sweep.ts'

/** Somebody on Pro with four groups and three cycles; the second of each was used last. */
async function openRich(app: TestApp) {
  const { user, groupIds } = await createPosting(app, { groups: 4 })
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, updated_at)
     select account_id, external_id, title, kind, true, updated_at from groups where user_id = $1`,
    [user.user.id],
  )
  const cycleIds: string[] = []
  for (const name of ['Bells', 'Chimes', 'Gongs']) {
    app.clock.advance(1_000)
    cycleIds.push((await createCycle(user, cycleInput(groupIds, { name }))).id)
  }
  app.clock.advance(1_000)
  const used = app.clock.now()
  await app.pool.query('update groups set last_sent_at = $2 where id = $1', [groupIds[1], used])
  await app.pool.query('update cycles set said_at = $2 where id = $1', [cycleIds[1], used])
  const tier = async (to: Tier) => {
    await app.ctx.transaction((tx) => changeTier(app.ctx, tx, user.user.id, to))
    await app.runJobs()
  }
  /** What is not suspended. */
  const alive = async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `select id::text from groups where status <> 'suspended'
       union all select id::text from cycles where status <> 'suspended'`,
    )
    return rows.map(({ id }) => id)
  }
  return { user, groupIds, cycleIds, tier, alive }
}

const staysIn = ({ items }: { items: { id: string; stays: boolean }[] }) =>
  items.filter(({ stays }) => stays).map(({ id }) => id)

test('142 without a choice what was used last and can be sent to stays, and that is what was shown', async ({
  app,
}) => {
  const { user, groupIds, cycleIds, tier, alive } = await openRich(app)
  // It was used even later, but nothing can be sent there.
  const closing = `update groups set status = 'limited', last_sent_at = now() + interval '1 year' where id = $1`
  await app.pool.query(closing, [groupIds[3]])
  // Nor does a draft count that was just made.
  app.clock.advance(1_000)
  await duplicateCycle(user, cycleIds[0]!)
  const shown = await readStaying(user)
  expect(shown).toMatchObject({
    chosen: false,
    at: null,
    limits: { maxGroups: 1, maxCycles: 1 },
    groups: { total: 4 },
    cycles: { total: 4 },
  })
  expect(shown.groups.items[0]).toMatchObject({ id: groupIds[1], stays: true })
  expect(shown.groups.items.filter(({ closed }) => closed)).toMatchObject([{ id: groupIds[3] }])
  expect([...staysIn(shown.groups), ...staysIn(shown.cycles)]).toEqual([groupIds[1], cycleIds[1]])
  await tier('free')
  expect(await alive()).toEqual([groupIds[1], cycleIds[1]])
})

test('142 what was chosen stays, and may be chosen anew until then', async ({ app }) => {
  const { user, groupIds, cycleIds, tier, alive } = await openRich(app)
  await chooseStaying(user, { groupIds: [groupIds[3]!], cycleIds: [cycleIds[2]!] })
  const chosen = await chooseStaying(user, { groupIds: [groupIds[2]!], cycleIds: [cycleIds[0]!] })
  expect(chosen.chosen).toBe(true)
  expect([...staysIn(chosen.groups), ...staysIn(chosen.cycles)]).toEqual([groupIds[2], cycleIds[0]])
  await tier('free')
  expect(await alive()).toEqual([groupIds[2], cycleIds[0]])

  await expect(chooseStaying(user, { groupIds: [], cycleIds: [] })).rejects.toMatchObject({
    code: 'conflict',
    message:
      'Your plan is Free already. Choose “Use this one instead” in the menu of what is suspended.',
  })
  // Nothing was deleted, it comes back, and the next time they are asked again.
  await tier('pro')
  expect(await alive()).toEqual(expect.arrayContaining(cycleIds))
  expect(await readStaying(user)).toMatchObject({ chosen: false })
})

test('142 what is suspended is used instead of what stayed, and back again, always within the limit', async ({
  app,
}) => {
  const { user, groupIds, cycleIds, tier, alive } = await openRich(app)
  const [g0, g1, g2] = groupIds as [string, string, string]
  const [c0, c1, c2] = cycleIds as [string, string, string]
  const { rows } = await app.pool.query('select id, rev from groups where id = $1', [g2])
  await changeGroup(user, g2, { rev: rows[0].rev, muted: true })
  await tier('free')
  expect(await alive()).toEqual([g1, c1])

  expect(await swapInGroup(user, g0)).toMatchObject({ id: g0, status: 'active' })
  await swapInCycle(user, c0)
  await app.runJobs()
  expect(await readCycle(user, user, c0)).toMatchObject({ status: 'active' })
  expect(await alive()).toEqual([g0, c0])
  // Pressed twice: nothing changes.
  const { rev } = await swapInGroup(user, g0)
  expect(await swapInGroup(user, g0)).toMatchObject({ status: 'active', rev })
  expect(await swapInCycle(user, c0)).toMatchObject({ status: 'active' })
  expect(await alive()).toEqual([g0, c0])

  await swapInGroup(user, g1)
  await swapInCycle(user, c1)
  await app.runJobs()
  expect(await alive()).toEqual([g1, c1])

  await Promise.all([
    swapInGroup(user, g0),
    swapInGroup(user, groupIds[3]!),
    swapInCycle(user, c0),
    swapInCycle(user, c2),
  ])
  await app.runJobs()
  expect(await alive()).toHaveLength(2)

  // A muted group comes back muted, and then it is not what keeps it silent that it is suspended.
  expect(await swapInGroup(user, g2)).toMatchObject({ status: 'muted' })
  await expect(swapInGroup(user, g2)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This group is not suspended. You have muted it.',
  })
  await swapInCycle(user, c0)
  await app.runJobs()
  await finishCycle(user, c0)
  await expect(swapInCycle(user, c0)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This cycle is not suspended, but finished. Start it again.',
  })
})

test('142 a group that Free cannot use, is lost, or is of somebody else takes no place', async ({
  app,
}) => {
  const { user, tier, alive } = await openRich(app)
  const { groupIds: others } = await createPosting(app, { user, channel: 'whatsapp' })
  await tier('free')
  const before = await alive()
  await expect(swapInGroup(user, others[0]!)).rejects.toMatchObject({ code: 'upgrade_required' })
  await app.pool.query(`update chats set lost = 'kicked'`)
  const { rows } = await app.pool.query(
    `select id::text from groups where status = 'suspended' and channel = 'telegram-bot'`,
  )
  await expect(swapInGroup(user, rows[0].id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'It cannot be reached any more.',
  })
  const stranger = await app.person({ tier: 'free' })
  await expect(swapInGroup(stranger, rows[0].id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await alive()).toEqual(before)
})

test('142 a group of a network that Free does not have never stays', async ({ app }) => {
  const { user, groupIds, tier, alive } = await openRich(app)
  const { groupIds: others } = await createPosting(app, { user, channel: 'whatsapp', groups: 2 })
  app.clock.advance(1_000)
  await app.pool.query('update groups set last_sent_at = $2 where id = $1', [
    others[0],
    app.clock.now(),
  ])
  const { groups } = await readStaying(user)
  expect(groups).toMatchObject({ total: 4, withheld: 2 })
  expect(staysIn(groups)).toEqual([groupIds[1]])
  await expect(chooseStaying(user, { groupIds: [others[0]!], cycleIds: [] })).rejects.toMatchObject(
    {
      extra: { details: [{ path: 'groupIds', message: expect.stringContaining('cannot stay') }] },
    },
  )
  await tier('free')
  expect(await alive()).toContain(groupIds[1])
  expect(await alive()).not.toContain(others[0])
})

test('142 what was chosen for an end that was taken back is asked again', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  await buy(shop, ada)
  await ada.api('POST', '/api/payments/cancel')
  const { groupIds } = await createPosting(shop.app, { user: ada.ctx, groups: 2 })
  await chooseStaying(ada.ctx, { groupIds: [groupIds[1]!], cycleIds: [] })
  shop.app.clock.advance(hours(1))
  await sweep(shop.app.ctx)
  expect(await readStaying(ada.ctx)).toMatchObject({ chosen: true })
  await ada.api('POST', '/api/payments/resume')
  expect(await readStaying(ada.ctx)).toMatchObject({ chosen: false })
})

test('a choice of only one kind leaves the other to what was used last', async ({ app }) => {
  const { user, groupIds, cycleIds, tier, alive } = await openRich(app)
  await chooseStaying(user, { groupIds: [groupIds[0]!], cycleIds: [] })
  await tier('free')
  expect(await alive()).toEqual([groupIds[0], cycleIds[1]])
})

test('who has removed what they chose keeps what was used last', async ({ app }) => {
  const { user, groupIds, cycleIds, tier, alive } = await openRich(app)
  await chooseStaying(user, { groupIds: [groupIds[0]!], cycleIds: [cycleIds[0]!] })
  await app.pool.query(`update groups set status = 'removed' where id = $1`, [groupIds[0]])
  await app.pool.query(`update cycles set status = 'finished' where id = $1`, [cycleIds[0]])
  await tier('free')
  expect(new Set(await alive())).toEqual(
    new Set([groupIds[0], cycleIds[0], groupIds[1], cycleIds[1]]),
  )
})

test('no more than the lower tier has room for can be chosen, and nothing of others', async ({
  app,
}) => {
  const { user, groupIds, cycleIds } = await openRich(app)
  const other = await openRich(app)
  await expect(chooseStaying(user, { groupIds, cycleIds })).rejects.toMatchObject({
    code: 'invalid',
    extra: {
      details: [
        { path: 'groupIds', message: 'The Free plan has room for 1 of your groups.' },
        { path: 'cycleIds', message: 'The Free plan has room for 1 of your cycles.' },
      ],
    },
  })
  await expect(
    chooseStaying(user, { groupIds: [other.groupIds[0]!], cycleIds: [] }),
  ).rejects.toMatchObject({ code: 'invalid', extra: { details: [{ path: 'groupIds' }] } })
  await expect(chooseStaying(user, { groupIds: [], cycleIds: ['no-id'] })).rejects.toMatchObject({
    code: 'invalid',
    extra: { details: [{ path: 'cycleIds' }] },
  })
  // The same one named twice is one.
  const twice = [groupIds[0]!, groupIds[0]!]
  expect(await chooseStaying(user, { groupIds: twice, cycleIds: [] })).toMatchObject({
    chosen: true,
  })
})

test('what is suspended is read as it was', async ({ app }) => {
  const { user, cycleIds, tier } = await openRich(app)
  await tier('free')
  expect(await readCycle(user, user, cycleIds[0]!)).toMatchObject({
    status: 'suspended',
    name: 'Bells',
    steps: [{}, {}, {}],
  })
})
