import { expect, test } from 'vitest'
import { choose, chooseThrough, groupThat, openGroups, rowOf } from '../../test/groups.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import * as groups from './actions.ts'

test('220 a bot that is kicked loses the group; added again, the group is back by itself', async () => {
  const { app, ida, sandbox } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  const chatId = Number(group.externalId)
  await sandbox.kick(chatId, { userId: sandbox.botId })
  const lost = await app.until(() => groupThat(ida, group.id, (it) => it.status === 'lost'))
  expect(lost).toMatchObject({
    reason: 'The bot was removed from the group by an admin.',
    attention: { code: 'kicked', action: { label: 'Check again' } },
  })
  expect(lost.rev).toBeGreaterThan(group.rev)
  const [connection] = (await ida('GET', '/api/connections')).data.items
  const chats = await ida('GET', `/api/connections/${connection!.id}/chats`)
  expect(chats.data.items).toEqual([])

  await sandbox.addBot({ chatId })
  const back = await app.until(() => groupThat(ida, group.id, (it) => it.status === 'active'))
  expect(back.reason).toBeUndefined()
})

test('a muted group that was lost comes back muted', async () => {
  const { app, ida, sandbox } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  const muted = await ida('PUT', `/api/groups/${group.id}`, { rev: group.rev, muted: true })
  expect(muted.data.status).toBe('muted')
  const chatId = Number(group.externalId)
  await sandbox.kick(chatId, { userId: sandbox.botId })
  await app.until(() => groupThat(ida, group.id, (it) => it.status === 'lost'))
  await sandbox.addBot({ chatId })
  await app.until(() => groupThat(ida, group.id, (it) => it.status === 'muted'))
})

test('a migrated group goes on under its new id, silently, for all who have it', async () => {
  const { app, ida, sandbox } = await openGroups()
  const group = await choose(app, ida, 'Choir', 'group')
  const moved = await sandbox.migrate(Number(group.externalId))
  const there = await app.until(() =>
    groupThat(ida, group.id, (it) => it.externalId === String(moved.id)),
  )
  expect(there).toMatchObject({ status: 'active', kind: 'group', title: 'Choir' })
  expect(await ida('POST', `/api/groups/${group.id}/check`)).toMatchObject({
    status: 200,
    data: { status: 'active', externalId: String(moved.id) },
  })
  const [connection] = (await ida('GET', '/api/connections')).data.items
  const chats = await ida('GET', `/api/connections/${connection!.id}/chats`)
  expect(chats.data.items).toMatchObject([{ externalId: String(moved.id), groupId: group.id }])
})

test('the same migration told by a send and by both chats changes one thing once', async () => {
  const { app, ida } = await openGroups()
  const group = await choose(app, ida, 'Choir', 'group')
  const { accountId } = await rowOf(app, group.id)
  const to = '-1009999999999'
  for (let told = 0; told < 3; told++) {
    await app.ctx.transaction((tx) =>
      groups.migrateGroup(app.ctx, tx, accountId, group.externalId, to),
    )
  }
  const { data } = await ida('GET', `/api/groups/${group.id}`)
  expect(data).toMatchObject({ externalId: to, rev: group.rev + 1 })
})

test('a group whose members may not write is limited, until it lets us', async () => {
  const { app, ida, sandbox } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  const chatId = Number(group.externalId)
  await sandbox.settings(chatId, { membersMayWrite: false })
  const limited = await ida('POST', `/api/groups/${group.id}/check`)
  expect(limited.data).toMatchObject({
    status: 'limited',
    reason: 'Only admins may send messages. Make the bot an admin.',
    attention: { code: 'no_rights' },
  })
  await sandbox.promote(chatId, { userId: sandbox.botId })
  await app.until(() => groupThat(ida, group.id, (it) => it.status === 'active'))
})

test('what a refused message says of a group stays until one is accepted', async () => {
  const { app, ida } = await openGroups()
  const { ctx } = app
  const group = await choose(app, ida, 'Choir')
  const { accountId } = await rowOf(app, group.id)
  const why = 'The bot may not write here.'
  await ctx.transaction((tx) => groups.limitGroup(ctx, tx, accountId, group.externalId, why))
  expect((await ida('GET', `/api/groups/${group.id}`)).data).toMatchObject({
    status: 'limited',
    reason: why,
  })
  // What was accepted before is told a little later, and says nothing of now.
  const earlier = after(app.clock.now(), -seconds(1))
  await ctx.transaction((tx) =>
    groups.noteSent(ctx, tx, [{ id: group.id, at: earlier, textAt: earlier }]),
  )
  expect((await ida('GET', `/api/groups/${group.id}`)).data).toMatchObject({
    status: 'limited',
    lastSentAt: earlier.toISOString(),
  })
  const at = app.clock.now()
  await ctx.transaction((tx) => groups.noteSent(ctx, tx, [{ id: group.id, at, textAt: at }]))
  expect((await ida('GET', `/api/groups/${group.id}`)).data).toMatchObject({
    status: 'active',
    lastSentAt: at.toISOString(),
  })
})

test('a group that was muted for what it refused is unmuted to what is known of its chat', async () => {
  const { app, ida } = await openGroups()
  const { ctx } = app
  const { id, externalId } = await choose(app, ida, 'Choir')
  const { accountId } = await rowOf(app, id)
  const words = 'Telegram refused it: Forbidden: something new'
  for (const message of ['a', 'b', 'c']) {
    app.clock.advance(1_000)
    await ctx.transaction(async (tx) => {
      await groups.limitGroup(ctx, tx, accountId, externalId, words)
      await groups.noteRefusal(ctx, tx, { groupId: id, words, message, arrivedAt: null })
    })
  }
  const { data } = await ida('GET', `/api/groups/${id}`)
  expect(data).toMatchObject({ status: 'muted', attention: { code: 'refused' } })
  const unmuted = await ida('PUT', `/api/groups/${id}`, { rev: data.rev, muted: false })
  expect(unmuted.data).toMatchObject({
    status: 'limited',
    reason: words,
    attention: { code: 'no_rights' },
  })
})

test('a flood wait of a chat holds for everybody who has it as a group', async () => {
  const { app, ida, sandbox } = await openGroups()
  const bot = await sandbox.createBot()
  const chat = await sandbox.addGroup({ title: 'Shared' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const bob = app.as(await app.person())
  const mine = await chooseThrough(app, ida, bot.token, chat.id)
  const theirs = await chooseThrough(app, bob, bot.token, chat.id)
  const until = after(app.clock.now(), minutes(1))
  await app.ctx.transaction((tx) => groups.blockGroupUntil(app.ctx, tx, mine.id, until))
  expect(await rowOf(app, theirs.id)).toMatchObject({ blockedUntil: until })
})

test('titles and topics follow the network', async () => {
  const { app, ida, sandbox } = await openGroups()
  const group = await choose(app, ida, 'Choir', 'forum')
  const chatId = Number(group.externalId)
  await sandbox.rename(chatId, 'Big choir')
  const { topicId } = await sandbox.topic(chatId, { create: 'Plans' })
  await sandbox.topic(chatId, { topicId, name: 'Our plans' })
  await sandbox.topic(chatId, { topicId, closed: true })
  const told = await app.until(() =>
    groupThat(ida, group.id, (it) => it.topics.some((topic: { closed: boolean }) => topic.closed)),
  )
  expect(told).toMatchObject({
    title: 'Big choir',
    topics: [{ id: String(topicId), name: 'Our plans', closed: true }],
  })
})

test('a removed group makes room, and choosing its chat again begins anew', async () => {
  const { app, ida } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  expect(await ida('DELETE', `/api/groups/${group.id}`)).toMatchObject({ data: { done: true } })
  expect(await ida('GET', `/api/groups/${group.id}`)).toMatchObject({ status: 404 })
  const wish = { connectionId: group.connectionId, externalId: group.externalId }
  const again = await ida('POST', '/api/groups', wish)
  expect(again.status).toBe(201)
  expect(again.data.id).not.toBe(group.id)
  expect(await ida('POST', '/api/groups', wish)).toMatchObject({
    status: 409,
    error: { code: 'conflict', message: 'This chat is one of your groups already.' },
  })
})

test('a stale change is refused with the present state', async () => {
  const { app, ida } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  const path = `/api/groups/${group.id}` as const
  const zone = await ida('PUT', path, { rev: group.rev, timeZone: 'Asia/Tokyo' })
  expect(zone.data).toMatchObject({ timeZone: 'Asia/Tokyo', status: 'active' })
  const stale = await ida('PUT', path, { rev: group.rev, muted: true })
  expect(stale).toMatchObject({
    status: 409,
    error: { code: 'conflict', current: { id: group.id, timeZone: 'Asia/Tokyo' } },
  })
  expect(await ida('PUT', path, { rev: zone.data.rev, timeZone: 'Mars/Base' })).toMatchObject({
    status: 400,
    error: { details: [{ path: 'timeZone' }] },
  })
  const reset = await ida('PUT', path, { rev: zone.data.rev, timeZone: null })
  expect(reset.data.timeZone).toBeNull()
})

test('036 another user’s group does not exist', async () => {
  const { app, ida } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  const bob = app.as(await app.person())
  const path = `/api/groups/${group.id}`
  expect(await bob('GET', path)).toMatchObject({ status: 404 })
  expect(await bob('PUT', path, { rev: group.rev, muted: true })).toMatchObject({ status: 404 })
  expect(await bob('DELETE', path)).toMatchObject({ status: 404 })
  expect(await bob('POST', `${path}/check`)).toMatchObject({ status: 404 })
  const wish = { connectionId: group.connectionId, externalId: group.externalId }
  expect(await bob('POST', '/api/groups', wish)).toMatchObject({ status: 404 })
  expect((await bob('GET', '/api/groups')).data.items).toEqual([])
})

test('when Telegram cannot be asked, a check says so and changes nothing', async () => {
  const { app, ida, sandbox } = await openGroups()
  const group = await choose(app, ida, 'Choir')
  await sandbox.chaos({ method: 'getChat', fault: 'bad-gateway', rate: 1 })
  expect(await ida('POST', `/api/groups/${group.id}/check`)).toMatchObject({
    status: 503,
    error: { code: 'unavailable', message: 'Something on the way to Telegram answered 502.' },
  })
  expect((await ida('GET', `/api/groups/${group.id}`)).data).toEqual(group)
})
