import { expect, test } from 'vitest'
import { connectionThat, forgetUpdates, openPairing } from '../../test/pairing.ts'

test('with an own bot: its token, kept sealed, and all the chats it is in', async () => {
  const { app, ida, sandbox } = await openPairing()
  const bot = await sandbox.createBot({ name: 'My bot' })
  const begun = await ida('POST', '/api/connections', { channel: 'telegram-bot', token: bot.token })
  expect(begun).toMatchObject({
    status: 201,
    data: { status: 'connected', shared: false, label: 'My bot', identity: `@${bot.username}` },
  })
  const { rows } = await app.pool.query('select credentials from accounts where shared = false')
  expect(rows[0].credentials.toString('latin1')).not.toContain(bot.token.split(':')[1])

  const chat = await sandbox.addGroup({ title: 'Mine' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const { id } = begun.data
  const chats = await app.until(async () => {
    const { data } = await ida('GET', `/api/connections/${id}/chats`)
    return data.items.length === 1 && data.items
  })
  expect(chats).toMatchObject([{ title: 'Mine', canPost: true }])

  // A channel of an own bot needs no proof, so nothing is to be posted there.
  const linked = await ida('POST', `/api/connections/${id}/pairing`, { refresh: true })
  expect(linked.data.pairing).toMatchObject({ channelLink: { url: expect.any(String) } })
  expect(linked.data.pairing).not.toHaveProperty('channelLink.post')
  const channel = await sandbox.addGroup({ title: 'Our news', type: 'channel' })
  const rights = { can_post_messages: true }
  await sandbox.addBot({ chatId: channel.id, botId: bot.id, rights })
  const news = await app.until(async () => {
    const { data } = await ida('GET', `/api/connections/${id}/chats`)
    return data.items.find(({ title }) => title === 'Our news')
  })
  expect(news).toMatchObject({ kind: 'channel', canPost: true })
})

test('an own bot that is in groups already finds one by its link, or by /start there', async () => {
  const { app, ida, sandbox } = await openPairing()
  const bot = await sandbox.createBot()
  const [byLink, byStart] = [
    await sandbox.addGroup({ title: 'By link' }),
    await sandbox.addGroup({ title: 'By start' }),
  ]
  for (const { id: chatId } of [byLink, byStart]) await sandbox.addBot({ chatId, botId: bot.id })
  await forgetUpdates(sandbox.botApiRoot, bot.token)
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const refreshed = await ida('POST', `/api/connections/${data.id}/refresh`, {
    link: `https://t.me/c/${String(byLink.id).slice(4)}/1`,
  })
  expect(refreshed).toMatchObject({ status: 200 })
  await sandbox.say(byStart.id, { text: `/start@${bot.username}` })
  const chats = await app.until(async () => {
    const answer = await ida('GET', `/api/connections/${data.id}/chats`)
    return answer.data.items.length === 2 && answer.data.items
  })
  expect(chats).toMatchObject([{ title: 'By link', memberCount: 2 }, { title: 'By start' }])

  const nowhere = await ida('POST', `/api/connections/${data.id}/refresh`, {
    link: '@no_such_chat',
  })
  expect(nowhere).toMatchObject({ status: 400, error: { details: [{ path: 'link' }] } })
})

test('a topic that nobody has told of yet is learned from its link', async () => {
  const { ida, sandbox } = await openPairing()
  const bot = await sandbox.createBot()
  const forum = await sandbox.addGroup({ title: 'Forum', type: 'forum', topics: ['Plans'] })
  await sandbox.addBot({ chatId: forum.id, botId: bot.id })
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const topicId = forum.topics[0]!.id
  await ida('POST', `/api/connections/${data.id}/refresh`, {
    link: `https://t.me/c/${String(forum.id).slice(4)}/${topicId}`,
  })
  const chats = await ida('GET', `/api/connections/${data.id}/chats`)
  expect(chats.data.items).toMatchObject([
    { topics: [{ id: String(topicId), name: `Topic ${topicId}`, closed: false }] },
  ])
})

test('a deleted account leaves nothing that tells whose bot it was', async () => {
  const { app, ida, sandbox } = await openPairing()
  const bot = await sandbox.createBot({ name: 'My bot' })
  const chat = await sandbox.addGroup({ title: 'Mine' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  await app.until(async () => {
    const chats = await ida('GET', `/api/connections/${data.id}/chats`)
    return chats.data.items.length === 1
  })
  expect(await ida('DELETE', '/api/users/me')).toMatchObject({ status: 200 })
  const { rows } = await app.pool.query('select * from accounts where not shared')
  expect(rows).toMatchObject([{ credentials: null, identity: '', username: '', name: '' }])
  expect(JSON.stringify(rows)).not.toContain(String(bot.id))
  await app.runJobs()
  for (const table of ['connections', 'groups', 'chats', 'chat_proofs', 'pairing_codes']) {
    expect((await app.pool.query(`select from ${table}`)).rowCount).toBe(0)
  }
})

test('220 a token that is none is refused at its field, in words', async () => {
  const { ida, sandbox } = await openPairing()
  const typo = { channel: 'telegram-bot', token: 'not a token' }
  expect(await ida('POST', '/api/connections', typo)).toMatchObject({
    status: 400,
    error: {
      code: 'invalid',
      details: [{ path: 'token', message: expect.stringContaining('BotFather') }],
    },
  })
  const unknown = { channel: 'telegram-bot', token: `${sandbox.botId}:${'A'.repeat(35)}` }
  expect(await ida('POST', '/api/connections', unknown)).toMatchObject({
    status: 400,
    error: {
      details: [
        {
          path: 'token',
          message: 'Telegram does not know this token. Copy it again from BotFather.',
        },
      ],
    },
  })
  expect((await ida('GET', '/api/connections')).data.items).toEqual([])
})

test('a revoked token asks for the current one, and takes no other bot’s', async () => {
  const { app, ida, sandbox } = await openPairing()
  const bot = await sandbox.createBot()
  const other = await sandbox.createBot()
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const { token } = await sandbox.revokeToken(bot.id)
  const lost = await app.until(() =>
    connectionThat(ida, data.id, (it) => it.status === 'needs_pairing'),
  )
  expect(lost).toMatchObject({
    reason: 'Telegram no longer accepts the token of this bot. Paste its current token.',
    pairing: { step: 'token' },
    attention: { action: { label: 'Paste its current token' } },
  })
  const path = `/api/connections/${data.id}/pairing`
  expect(await ida('POST', path, { token: other.token })).toMatchObject({
    status: 400,
    error: { details: [{ path: 'token', message: expect.stringContaining(other.username) }] },
  })
  expect(await ida('POST', path, { token })).toMatchObject({
    status: 200,
    data: { status: 'connected' },
  })
})

test('two people with the same token are both connected; the token stays for the second', async () => {
  const { app, ida, sandbox } = await openPairing()
  const bot = await sandbox.createBot()
  const wish = { channel: 'telegram-bot', token: bot.token }
  const bob = app.as(await app.person())
  const first = await ida('POST', '/api/connections', wish)
  const again = await ida('POST', '/api/connections', wish)
  expect(again.data.id).toBe(first.data.id)
  const second = await bob('POST', '/api/connections', wish)
  expect(second).toMatchObject({ status: 201, data: { status: 'connected' } })

  const credentials = async () =>
    (await app.pool.query('select credentials, status from accounts where not shared')).rows[0]
  await ida('DELETE', `/api/connections/${first.data.id}`)
  expect((await credentials()).credentials).not.toBeNull()
  await bob('DELETE', `/api/connections/${second.data.id}`)
  expect(await credentials()).toMatchObject({ credentials: null, status: 'needs_pairing' })
})
