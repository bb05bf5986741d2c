import { expect, test, type TestApp } from '../../test/test-app.ts'
import { bellOf } from '../../test/bell.ts'
import { createPosting } from '../../test/posting.ts'
import { loseAccount } from '../accounts/actions.ts'
import { memoryNetwork } from '../channels/conformance/memory-network.ts'
import type { Context } from '../platform/context.ts'
import { connect, connectionEvent, listConnections } from './actions.ts'
import { listChats, refresh } from './chats.ts'
import { presentConnection } from './present.ts'

test('a network that lists its chats shows them all after a refresh, also those never heard of', async ({
  app,
}) => {
  const network = memoryNetwork()
  network.addGroup('Choir')
  network.addGroup('Orchestra')
  const { user, connection } = await connected(app, new Map([['whatsapp', network.channel()]]))
  await refresh(user, connection)
  expect(await listChats(user, connection)).toMatchObject([
    { title: 'Choir', kind: 'group', canPost: true },
    { title: 'Orchestra', kind: 'group', canPost: true },
  ])
})

test('200 its connections promise what it can, are told by its own event and lead to its own page', async ({
  app,
}) => {
  const { user, connection } = await connected(
    app,
    new Map([['whatsapp', memoryNetwork().channel()]]),
  )
  expect(presentConnection(user, connection)).toMatchObject({ guarantee: 'once' })
  expect(await connectionEvent(user, user.user.id, connection.id)).toMatchObject({
    kind: 'WHATSAPP_STATUS',
    payload: { connectionId: connection.id, connection: { channel: 'whatsapp' } },
  })
  await app.ctx.transaction((tx) =>
    loseAccount(app.ctx, tx, connection.accountId, 'logged_out', 'This phone was unlinked.'),
  )
  expect(await bellOf(user)).toMatchObject([{ link: '/dashboard/whatsapp-manager' }])
})

test('a network without tokens asks for none', async ({ app }) => {
  const { user } = await connected(app, new Map([['whatsapp', memoryNetwork().channel()]]))
  await expect(connect(user, { channel: 'whatsapp', token: '1:nonsense' })).rejects.toMatchObject({
    code: 'invalid',
    extra: { details: [{ path: 'channel', message: 'WhatsApp knows no tokens.' }] },
  })
})

test('connections of a network that was switched off are still listed', async ({ app }) => {
  const { user, connection } = await connected(app, new Map())
  expect(presentConnection(user, connection)).toMatchObject({
    channel: 'whatsapp',
    guarantee: 'at-most-once, asks',
  })
})

async function connected(app: TestApp, channels: Context['channels']) {
  const { user: ada } = await createPosting(app, { channel: 'whatsapp', chats: [] })
  const user = { ...ada, channels }
  const [connection] = await listConnections(user)
  return { user, connection: connection! }
}
