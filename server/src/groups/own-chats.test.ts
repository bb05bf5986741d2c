import { expect, test } from 'vitest'
import { codeIn, connectionThat, openPairing } from '../../test/pairing.ts'
import { linkIn } from '../../test/telegram.ts'
import { minutes } from '../platform/clock.ts'

const startIn = (url: string) => new URL(url).searchParams.get('start') ?? ''

test('220 whoever presses Start after their link can send tests to themselves; it takes no place and is in no list', async () => {
  const { app, ida, sandbox } = await openPairing()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const { id } = data
  expect(data.ownChat).toBe(false)
  const content = { kind: 'text', text: 'Only for *me*' }
  const early = await ida('POST', `/api/connections/${id}/test`, { content })
  expect(early.error).toMatchObject({
    code: 'conflict',
    message: `Open @${sandbox.botUsername} and press Start first: a bot may write only to people who have done that.`,
  })

  const url = await linkOf(ida, id)
  expect(url).toContain(`/sandbox/phone/start?bot=${sandbox.botUsername}&start=`)
  await sandbox.startBot({ payload: startIn(url) })
  const known = await app.until(() => connectionThat(ida, id, (it) => it.ownChat))
  expect(known).toMatchObject({ groupCount: 0, status: 'pairing', ownChatName: 'You' })
  const exported = await ida('GET', '/api/users/me/export')
  expect(exported.data).toMatchObject({
    groups: [{ kind: 'own', externalId: '7100000001', title: 'You', connectionId: id }],
  })
  expect((await ida('GET', '/api/groups')).data.items).toEqual([])

  const sent = await ida('POST', `/api/connections/${id}/test`, { content })
  expect(sent.status).toBe(202)
  const { rows } = await app.pool.query(
    `select g.external_id, c.body from deliveries d
     join groups g on g.id = d.group_id join contents c on c.id = d.content_id`,
  )
  expect(rows).toEqual([{ external_id: '7100000001', body: content }])
  const messages = await ida('GET', '/api/messages')
  expect(messages.data).toMatchObject({ items: [] })
  const day = app.clock.now().toISOString().slice(0, 10)
  const calendar = await ida('GET', `/api/calendar?from=${day}&to=${day}&timeZone=UTC`)
  expect(calendar.data).toMatchObject({ days: [] })
  expect((await ida('GET', '/api/today')).data).toMatchObject({ count: 0, sends: [] })
  const trial = await app.pool.query<{ id: string }>('select id from messages where trial')
  const of = `/api/messages/${trial.rows[0]!.id}`
  expect((await ida('GET', of)).status).toBe(404)
  expect((await ida('POST', `${of}/duplicate`)).status).toBe(404)

  // The free tier has one place, and the own chat did not take it.
  const { chats } = await groupsBy(app, ida, id)
  expect(chats).toMatchObject([{ title: 'Choir', status: 'active' }])
})

test('a link opens the chat of who used it, once and for a quarter of an hour, and no group', async () => {
  const { app, ida, sandbox } = await openPairing()
  const { id } = (await ida('POST', '/api/connections', { channel: 'telegram-bot' })).data
  const eve = await sandbox.createUser({ firstName: 'Eve' })
  const first = startIn(await linkOf(ida, id))
  const late = startIn(await linkOf(ida, id))
  app.clock.advance(minutes(15))
  await sandbox.startBot({ personId: eve.id, payload: first })
  await sandbox.startBot({ personId: eve.id, payload: late })
  const group = await sandbox.addGroup({ title: 'Choir' })
  const good = startIn(await linkOf(ida, id))
  await sandbox.addBot({ chatId: group.id, startPayload: good })
  await sandbox.startBot({ payload: good })
  await app.until(() => connectionThat(ida, id, (it) => it.ownChat))
  await sandbox.startBot({ personId: eve.id, payload: good })
  await groupsBy(app, ida, id)
  const { rows } = await app.pool.query(
    `select external_id from groups where kind = 'own' and status <> 'removed'`,
  )
  expect(rows).toEqual([{ external_id: '7100000001' }])
})

test('a person who presses Start is told whose tests come there, and can end that; a link that has ended says so once', async () => {
  const { app, ida, sandbox } = await openPairing()
  const { id } = (await ida('POST', '/api/connections', { channel: 'telegram-bot' })).data
  const eve = await sandbox.createUser({ firstName: 'Eve', lastName: 'Stone' })
  const link = startIn(await linkOf(ida, id))
  // A second page makes a link of its own.
  await linkOf(ida, id)
  const chat = await sandbox.startBot({ personId: eve.id, payload: link })
  const heard = async () =>
    (await sandbox.messages(chat.id))
      .filter(({ from }) => from === sandbox.botId)
      .map(({ content }) => ('text' in content ? content.text : ''))
  await sandbox.waitForLedger(1, { chat: chat.id })
  const opened =
    /^Tests that .+ sends with Carillon come here from now on\. Send \/stop or block this bot to end that\.$/
  expect(await heard()).toEqual([expect.stringMatching(opened)])
  expect((await heard())[0]).not.toContain('@')
  expect(await connectionThat(ida, id, (it) => it)).toMatchObject({ ownChatName: 'Eve Stone' })

  await sandbox.startBot({ personId: eve.id, payload: link })
  await sandbox.waitForLedger(2, { chat: chat.id })
  await sandbox.startBot({ personId: eve.id, payload: link })
  await sandbox.say(chat.id, { userId: eve.id, text: '/stop' })
  await app.until(() => connectionThat(ida, id, (it) => it.ownChat === false))
  await sandbox.waitForLedger(3, { chat: chat.id })
  expect(await heard()).toEqual([
    expect.stringMatching(opened),
    'This link has ended. Open “Send a test…” in Carillon again for a new one.',
    'No more tests come here.',
  ])

  const again = startIn(await linkOf(ida, id))
  await sandbox.startBot({ personId: eve.id, payload: again })
  await app.until(() => connectionThat(ida, id, (it) => it.ownChat))
  await sandbox.stopBot(chat.id)
  await app.until(() => connectionThat(ida, id, (it) => it.ownChat === false))
  const { rows } = await app.pool.query(
    `select title, external_id = id::text as nobody from groups`,
  )
  expect(rows).toEqual([
    { title: 'Own chat', nobody: true },
    { title: 'Own chat', nobody: true },
  ])
})

type Pairing = Awaited<ReturnType<typeof openPairing>>

async function linkOf(call: Pairing['ida'], id: string): Promise<string> {
  const { data } = await call('POST', `/api/connections/${id}/own-chat`)
  return (data as unknown as { url: string }).url
}

/** Links one more group, after all that was said before. */
async function groupsBy(app: Pairing['app'], ida: Pairing['ida'], id: string) {
  const { data } = await ida('POST', `/api/connections/${id}/pairing`, { refresh: true })
  const group = await app.sandbox.addGroup({ title: 'Choir' })
  await app.sandbox.addBot({ chatId: group.id, startPayload: codeIn(linkIn(data.pairing)!) })
  await app.until(() => connectionThat(ida, id, (it) => it.groupCount === 1))
  return { chats: (await ida('GET', '/api/groups')).data.items }
}
