import { expect, test } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { choose, connectOwn, groupThat, openGroups } from '../../test/groups.ts'
import { linkIn } from '../../test/telegram.ts'
import { changeTier } from '../payments/reconcile.ts'

test('what comes back above the tier’s limit is suspended, says so, and returns once there is room', async () => {
  const { app, ida, sandbox } = await openGroups()
  const { first, second } = await suspend({ app, ida, sandbox })
  const back = await groupThat(ida, first.id, (it) => it.status === 'suspended')
  expect(back).toMatchObject({ attention: { action: { label: 'Upgrade' } } })

  await ida('DELETE', `/api/groups/${second.id}`)
  expect(await groupThat(ida, first.id, (it) => it.status === 'active')).toMatchObject({
    id: first.id,
    title: 'First',
  })
})

test('a suspended group takes the place of one that is lost, and none above the limit', async () => {
  const { app, ida, sandbox } = await openGroups()
  const { first, second } = await suspend({ app, ida, sandbox })
  await sandbox.kick(Number(second.externalId), { userId: sandbox.botId })
  await app.until(() => groupThat(ida, first.id, (it) => it.status === 'active'))
  await sandbox.addBot({ chatId: Number(second.externalId) })
  await app.until(() => groupThat(ida, second.id, (it) => it.status === 'suspended'))
  const { data } = await ida('POST', `/api/groups/${second.id}/check`)
  expect(data.status).toBe('suspended')
})

test('with a tier that has room, suspended groups come back as their chats stand', async () => {
  const { app, ida, person, sandbox } = await openGroups()
  const { first } = await suspend({ app, ida, sandbox })
  const { ctx } = app
  await ctx.transaction((tx) => changeTier(ctx, tx, person.user.id, 'pro'))
  expect(await groupThat(ida, first.id, (it) => it.status === 'active')).toBeTruthy()
  expect((await bellOf(person)).map(({ title }) => title)).toContain('“First” is back')
})

test('when the tier shrinks the longest unused groups are suspended, and come back with a larger one', async () => {
  const { app, ida, person } = await openGroups()
  const { ctx } = app
  const tier = (to: 'free' | 'pro') =>
    ctx.transaction((tx) => changeTier(ctx, tx, person.user.id, to))
  await tier('pro')
  const groups = []
  for (const title of ['Choir', 'Band', 'Orchestra']) groups.push(await choose(app, ida, title))
  const band = groups[1]!.id
  await ida('PUT', `/api/groups/${band}`, { rev: groups[1]!.rev, muted: true })
  await app.pool.query('update groups set last_sent_at = $2 where id = $1', [band, ctx.clock.now()])

  await tier('free')
  expect(await statuses()).toEqual({ Choir: 'suspended', Band: 'muted', Orchestra: 'suspended' })
  await tier('pro')
  expect(await statuses()).toEqual({ Choir: 'active', Band: 'muted', Orchestra: 'active' })

  async function statuses() {
    const { data } = await ida('GET', '/api/groups')
    return Object.fromEntries(data.items.map(({ title, status }) => [title, status]))
  }
})

test('146, 147 of two who take the last free place at once, one gets it', async () => {
  const { app, ida, sandbox } = await openGroups()
  const bot = await sandbox.createBot()
  const chats = await Promise.all(['A', 'B', 'C', 'D'].map((title) => sandbox.addGroup({ title })))
  for (const { id: chatId } of chats) await sandbox.addBot({ chatId, botId: bot.id })
  const connectionId = await connectOwn(app, ida, bot.token, chats.length)
  const answers = await Promise.all(
    chats.map(({ id }) => ida('POST', '/api/groups', { connectionId, externalId: String(id) })),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(3)
  for (const { status, error } of refused) {
    expect({ status, ...error }).toMatchObject({
      status: 409,
      code: 'limit_reached',
      resource: 'Groups',
    })
  }
  expect((await ida('GET', '/api/groups')).data.items).toHaveLength(1)
})

test('more groups than this server allows are not chosen, whatever the tier', async () => {
  const { app, person, ida } = await openGroups({ LIMIT_GROUPS: '1' })
  await choose(app, ida, 'First')
  const { ctx } = app
  await ctx.transaction((tx) => changeTier(ctx, tx, person.user.id, 'pro'))
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const startPayload = new URL(linkIn(data.pairing)!).searchParams.get('startgroup') ?? ''
  const chat = await app.sandbox.addGroup({ title: 'Second' })
  await app.sandbox.addBot({ chatId: chat.id, startPayload })
  const refused = await app.until(async () => {
    const body = { connectionId: data.id, externalId: String(chat.id) }
    const added = await ida('POST', '/api/groups', body)
    return added.error?.code === 'limit_reached' ? added.error : undefined
  })
  expect(refused).toMatchObject({
    limit: 'groups',
    message: 'You have 1 groups, the most this server allows. Remove one first.',
  })
})

type Started = Awaited<ReturnType<typeof openGroups>>

/** Leaves the first group suspended: it was lost, a second one took the only place, then it came back. */
async function suspend({ app, ida, sandbox }: Pick<Started, 'app' | 'ida' | 'sandbox'>) {
  const first = await choose(app, ida, 'First')
  await sandbox.kick(Number(first.externalId), { userId: sandbox.botId })
  await app.until(() => groupThat(ida, first.id, (it) => it.status === 'lost'))
  const second = await choose(app, ida, 'Second')
  await sandbox.addBot({ chatId: Number(first.externalId) })
  await app.until(() => groupThat(ida, first.id, (it) => it.status === 'suspended'))
  return { first, second }
}
