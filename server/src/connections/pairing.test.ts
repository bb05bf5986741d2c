import { expect, test } from 'vitest'
import {
  addBotTo,
  codeIn,
  connectionThat,
  newLinkInto,
  openPairing,
  pairShared,
} from '../../test/pairing.ts'
import { linkIn } from '../../test/telegram.ts'
import { minutes } from '../platform/clock.ts'

test('220 with the bot of this server: one tap, and the first group is there', async () => {
  const { app, ida, sandbox } = await openPairing()
  const begun = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  expect(begun).toMatchObject({
    status: 201,
    data: {
      status: 'pairing',
      shared: true,
      identity: `@${sandbox.botUsername}`,
      guarantee: 'at-most-once, asks',
      groupCount: 0,
      pairing: { step: 'open_link', expiresAt: '2026-06-01T08:15:00.000Z' },
    },
  })
  const { id, pairing } = begun.data
  expect(linkIn(pairing)).toMatch(
    new RegExp(`^${sandbox.http}/sandbox/phone/add\\?bot=${sandbox.botUsername}&startgroup=`),
  )

  const chat = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: chat.id, startPayload: codeIn(linkIn(pairing)!) })

  const connected = await app.until(() => connectionThat(ida, id, (it) => it.groupCount === 1))
  expect(connected).toMatchObject({ status: 'connected' })
  expect(connected.pairing).toBeUndefined()
  expect(connected.rev).toBeGreaterThan(begun.data.rev)
  const groups = await ida('GET', '/api/groups')
  expect(groups.data.items).toMatchObject([
    { title: 'Choir', externalId: String(chat.id), status: 'active', memberCount: 2 },
  ])
})

test('a channel is added by its link, and by the post of one of its admins', async () => {
  const { app, ida, sandbox } = await openPairing()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const code = codeIn(linkIn(data.pairing)!)
  const { botUsername } = sandbox
  const add = `bot=${botUsername}&startchannel=&admin=post_messages`
  expect(data.pairing).toMatchObject({
    channelLink: {
      url: expect.stringContaining(`${sandbox.http}/sandbox/phone/add?${add}&back=`),
      post: `/start@${botUsername} ${code}`,
    },
  })
  const channel = await sandbox.addGroup({ title: 'Harbour News', type: 'channel' })
  await sandbox.addBot({ chatId: channel.id, rights: { can_post_messages: true } })
  await sandbox.say(channel.id, { text: `/start@${botUsername} ${code}` })
  await app.until(() => connectionThat(ida, data.id, (it) => it.groupCount === 1))
  const groups = await ida('GET', '/api/groups')
  expect(groups.data.items).toMatchObject([
    { title: 'Harbour News', kind: 'channel', status: 'active' },
  ])
})

test('the same link shows again after a reload, and a new one takes its place', async () => {
  const { ida } = await openPairing()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const again = await ida('GET', `/api/connections/${data.id}`)
  expect(again.data.pairing).toEqual(data.pairing)
  const renewed = await ida('POST', `/api/connections/${data.id}/pairing`, { refresh: true })
  expect(linkIn(renewed.data.pairing)).not.toBe(linkIn(data.pairing))
  const canceled = await ida('POST', `/api/connections/${data.id}/pairing`, { cancel: true })
  expect(canceled.data.pairing).toEqual({ step: 'open_link' })
})

test('what a link brings is a group at once while the tier has a place, and waits to be chosen else', async () => {
  const { app, ida: free, sandbox } = await openPairing()
  const pro = app.as(await app.person({ tier: 'pro' }))
  const id = await pairShared(app, pro, 'Choir')
  await newLinkInto(app, pro, id, 'Orchestra')
  const chats = await pro('GET', `/api/connections/${id}/chats`)
  expect(chats.data.items).toMatchObject([
    { title: 'Choir', groupId: expect.any(String), canPost: true },
    { title: 'Orchestra', groupId: expect.any(String), canPost: true },
  ])

  const own = await pairShared(app, free, 'Band')
  await newLinkInto(app, free, own, 'Second band')
  const known = await free('GET', `/api/connections/${own}/chats`)
  expect(known.data.items).toMatchObject([
    { title: 'Band', groupId: expect.any(String) },
    { title: 'Second band', canPost: true },
  ])
  expect(known.data.items[1]!.groupId).toBeUndefined()
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('a link is good for all groups of who used it first, and for nobody else', async () => {
  const { app, sandbox } = await openPairing()
  const ida = app.as(await app.person({ tier: 'pro' }))
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const code = codeIn(linkIn(data.pairing)!)
  await addBotTo(app, 'Choir', code)
  await app.until(() => connectionThat(ida, data.id, (it) => it.status === 'connected'))
  await addBotTo(app, 'Orchestra', code)
  await app.until(() => connectionThat(ida, data.id, (it) => it.groupCount === 2))

  // Whoever reads the code in the group may not bring a group of theirs with it.
  const reader = await sandbox.createUser({ firstName: 'Reader' })
  const theirs = await addBotTo(app, 'Theirs')
  await sandbox.join(theirs.id, { userId: reader.id })
  await sandbox.promote(theirs.id, { userId: reader.id })
  const command = `/start@${sandbox.botUsername} ${code}`
  await sandbox.say(theirs.id, { text: command, userId: reader.id })
  const told = await app.until(() => connectionThat(ida, data.id, (it) => it.attention))
  expect(told.attention).toMatchObject({
    code: 'code_refused',
    text: 'The link was used again in “Theirs”, and Carillon cannot tell that it was the person who used it first. A channel does not say who posts there: make a new link for it.',
  })
  const chats = await ida('GET', `/api/connections/${data.id}/chats`)
  expect(chats.data.items).toMatchObject([{ title: 'Choir' }, { title: 'Orchestra' }])

  app.clock.advance(minutes(15))
  await addBotTo(app, 'Too late', code)
  const late = await app.until(() =>
    connectionThat(ida, data.id, (it) => it.attention?.text.includes('Too late')),
  )
  expect(late.attention!.text).toBe('The link had expired when it was used in “Too late”.')
  expect(await sandbox.ledger()).toEqual([])
})

test('a link that has expired proves nothing', async () => {
  const { app, ida } = await openPairing()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  app.clock.advance(minutes(15))
  const expired = await ida('GET', `/api/connections/${data.id}`)
  expect(expired.data).toMatchObject({
    status: 'pairing',
    pairing: { step: 'open_link' },
    attention: { code: 'link_expired', action: { label: 'Make a new link' } },
  })
  expect(linkIn(expired.data.pairing)).toBeUndefined()
  await addBotTo(app, 'Choir', codeIn(linkIn(data.pairing)!))
  const told = await app.until(() =>
    connectionThat(ida, data.id, (it) => it.attention?.code === 'code_refused'),
  )
  expect(told.attention!.text).toBe('The link had expired when it was used in “Choir”.')
  const chats = await ida('GET', `/api/connections/${data.id}/chats`)
  expect(chats.data.items).toEqual([])
})

test('only an admin’s code counts; the same code still works for an admin', async () => {
  const { app, ida, sandbox } = await openPairing()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const code = codeIn(linkIn(data.pairing)!)
  const chat = await addBotTo(app, 'Choir')
  const stranger = await sandbox.createUser({ firstName: 'Stranger' })
  await sandbox.join(chat.id, { userId: stranger.id })
  const command = `/start@${sandbox.botUsername} ${code}`
  await sandbox.say(chat.id, { text: command, userId: stranger.id })
  const told = await app.until(() => connectionThat(ida, data.id, (it) => it.attention))
  expect(told).toMatchObject({
    status: 'pairing',
    attention: {
      text: expect.stringMatching(
        /who is not an admin of “Choir”\. Choose a group that you manage/,
      ),
    },
    pairing: { url: linkIn(data.pairing) },
  })

  await sandbox.say(chat.id, { text: command })
  await app.until(() => connectionThat(ida, data.id, (it) => it.status === 'connected'))
})

test('036 nobody sees the chats that another user proved', async () => {
  const { app, ida, sandbox } = await openPairing()
  const id = await pairShared(app, ida, 'Choir')
  const bob = app.as(await app.person())
  const { data } = await bob('POST', '/api/connections', { channel: 'telegram-bot' })
  expect((await bob('GET', `/api/connections/${data.id}/chats`)).data.items).toEqual([])
  const [chat] = (await ida('GET', `/api/connections/${id}/chats`)).data.items
  const wish = { connectionId: data.id, externalId: chat!.externalId }
  expect(await bob('POST', '/api/groups', wish)).toMatchObject({ status: 404 })
  expect(await bob('GET', `/api/connections/${id}`)).toMatchObject({ status: 404 })
  expect(await bob('GET', `/api/connections/${id}/chats`)).toMatchObject({ status: 404 })
  expect(await bob('DELETE', `/api/connections/${id}`)).toMatchObject({ status: 404 })
  const byLink = await bob('POST', `/api/connections/${data.id}/refresh`, {
    link: chat!.externalId,
  })
  expect(byLink).toMatchObject({ status: 400, error: { details: [{ path: 'link' }] } })
  // Nor is anybody told which chats the bot is in.
  const elsewhere = await sandbox.addGroup({ title: 'Without the bot' })
  const link = String(elsewhere.id)
  const notIn = await bob('POST', `/api/connections/${data.id}/refresh`, { link })
  expect(notIn).toEqual(byLink)
  const nowhere = await bob('POST', `/api/connections/${data.id}/refresh`, { link: '@nobody_here' })
  expect(nowhere).toEqual(byLink)
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('a connection is connected since its user came to the bot, or since the bot is back', async () => {
  const { app, ida } = await openPairing()
  app.clock.advance(minutes(29))
  const first = await pairShared(app, ida, 'Choir')
  const since = async (id: string) => (await ida('GET', `/api/connections/${id}`)).data.since
  expect(await since(first)).toBe('2026-06-01T08:29:00.000Z')
  await ida('DELETE', `/api/connections/${first}`)
  app.clock.advance(minutes(1))
  const second = await pairShared(app, ida, 'Ensemble')
  expect(await since(second)).toBe('2026-06-01T08:30:00.000Z')
  app.clock.advance(minutes(1))
  await app.pool.query('update accounts set since = $1', [app.clock.now()])
  expect(await since(second)).toBe('2026-06-01T08:31:00.000Z')
})

test('disconnecting removes the groups and forgets what was proved', async () => {
  const { app, ida } = await openPairing()
  const id = await pairShared(app, ida, 'Choir')
  expect(await ida('DELETE', `/api/connections/${id}`)).toMatchObject({ data: { done: true } })
  expect((await ida('GET', '/api/groups')).data.items).toEqual([])
  expect((await ida('GET', '/api/connections')).data.items).toEqual([])
  expect(await ida('DELETE', `/api/connections/${id}`)).toMatchObject({ status: 404 })
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  expect(data).toMatchObject({ status: 'pairing' })
  expect(data.id).not.toBe(id)
  expect((await ida('GET', `/api/connections/${data.id}/chats`)).data.items).toEqual([])
})

test('an address that is no id is nothing', async () => {
  const { ida } = await openPairing()
  expect(await ida('GET', '/api/connections/abc')).toMatchObject({ status: 404 })
})

test('more connections than this server allows are not made; one that is there is found again', async () => {
  const { app, ida, sandbox } = await openPairing({ LIMIT_CONNECTIONS: '1' })
  const first = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const again = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  expect(again.data.id).toBe(first.data.id)
  const { token } = await sandbox.createBot({ name: 'Second' })
  const own = { channel: 'telegram-bot', token }
  expect((await ida('POST', '/api/connections', own)).error).toMatchObject({
    code: 'limit_reached',
    limit: 'connections',
    message: 'You have 1 connections, the most this server allows. Disconnect one first.',
  })
  const other = app.as(await app.person())
  expect((await other('POST', '/api/connections', own)).status).toBe(201)
})
