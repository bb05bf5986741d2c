import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { migrateGroup, removeGroup } from '../groups/actions.ts'
import { exportUser } from '../users/export.ts'
import { changeSet, createSet, deleteSet, listSets } from './actions.ts'

test('a set is saved, renamed, given other groups and deleted', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const set = await createSet(user, { name: 'Teams', groupIds: groupIds.slice(0, 2) })
  expect(set).toMatchObject({ name: 'Teams', rev: 1, gone: [] })
  const renamed = await changeSet(user, set.id, { rev: 1, name: 'Clubs' })
  expect(renamed.groupIds.toSorted()).toEqual(groupIds.slice(0, 2).toSorted())
  const other = await changeSet(user, set.id, { rev: 2, groupIds: [groupIds[2]!] })
  expect(other).toMatchObject({ name: 'Clubs', rev: 3, groupIds: [groupIds[2]] })
  await expect(changeSet(user, set.id, { rev: 2, name: 'Late' })).rejects.toMatchObject({
    code: 'conflict',
    extra: { current: { name: 'Clubs', rev: 3 } },
  })
  await deleteSet(user, set.id)
  expect(await listSets(user)).toEqual([])
})

test('two sets of one name are refused, also when they are saved at the same time', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const saves = await Promise.allSettled([
    createSet(user, { name: 'Teams', groupIds }),
    createSet(user, { name: 'teams', groupIds }),
  ])
  expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { id } = await createSet(user, { name: 'Clubs', groupIds })
  await expect(changeSet(user, id, { rev: 1, name: 'TEAMS' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'You have a set called “TEAMS” already.',
  })
})

test('a removed group is listed by name in `gone`, and a chat that migrates stays in the set', async ({
  app,
}) => {
  const chats = ['-4001', '-100999', '-100888']
  const { user, accountId, groupIds } = await createPosting(app, { chats })
  const [before, there, other] = groupIds as [string, string, string]
  await createSet(user, { name: 'Teams', groupIds: [there, other] })
  await app.ctx.transaction((tx) => migrateGroup(app.ctx, tx, accountId, chats[0]!, chats[1]!))
  const [merged] = await listSets(user)
  expect(merged).toMatchObject({ rev: 2, gone: [] })
  expect(merged?.groupIds.toSorted()).toEqual([before, other].toSorted())

  await removeGroup(user, other)
  const [left] = await listSets(user)
  expect(left).toMatchObject({ groupIds: [before], gone: [expect.any(String)] })
})

test('a set refuses groups of other users and invalid ids, and other users do not see it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const { id } = await createSet(user, { name: 'Teams', groupIds })
  const { user: other } = await createPosting(app, { groups: 1, token: '111:other' })
  await expect(createSet(other, { name: 'Mine', groupIds })).rejects.toMatchObject({
    extra: { details: [{ path: 'groupIds' }] },
  })
  await expect(createSet(user, { name: 'No id', groupIds: ['{,"'] })).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(deleteSet(other, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await listSets(other)).toEqual([])
})

test('at the limit the next set is refused, and the export has all of them', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const ctx = {
    ...user,
    config: { ...user.config, limits: { ...user.config.limits, groupSets: 2 } },
  }
  await createSet(ctx, { name: 'One', groupIds })
  await createSet(ctx, { name: 'Two', groupIds })
  await expect(createSet(ctx, { name: 'Three', groupIds })).rejects.toMatchObject({
    code: 'limit_reached',
    message: 'You have 2 sets, the most this server allows. Delete one first.',
  })
  const { data } = JSON.parse((await (await exportUser(user)).toArray()).join(''))
  expect(data.groupSets).toMatchObject([{ name: 'One', groupIds }, { name: 'Two' }])
})
