import { bellOf } from '../../test/bell.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { findAccount } from '../accounts/actions.ts'
import { memoryNetwork } from '../channels/conformance/memory-network.ts'
import { addGroup, listGroups } from '../groups/actions.ts'
import { days } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { fitTier } from '../tiers/actions.ts'
import { listConnections, unlinkIdle } from './actions.ts'
import { presentConnection } from './present.ts'

const going = new AbortController().signal

test('WhatsApp stays linked and idle for 14 days after Pro ends, then is unlinked with notice', async ({
  app,
}) => {
  const { ada, accountId } = await linked(app)
  await setTier(app, ada, 'free')
  expect(await listGroups(ada)).toMatchObject([
    { status: 'suspended', reason: expect.stringContaining('does not have this network') },
  ])
  expect(await shown(ada)).toMatchObject({
    status: 'connected',
    attention: { code: 'idle', text: expect.stringContaining('stays linked until 15 June 2026.') },
  })

  app.clock.advance(days(13))
  await unlinkIdle(app.ctx, going)
  expect((await findAccount(ada, accountId))?.credentials).not.toBeNull()

  app.clock.advance(days(2))
  await unlinkIdle(app.ctx, going)
  expect((await findAccount(ada, accountId))?.credentials).toBeNull()
  expect(await shown(ada)).toMatchObject({
    status: 'needs_pairing',
    reason: expect.stringContaining('14 days'),
  })
  expect(await bellOf(ada)).toMatchObject([
    { title: expect.stringContaining('must be connected again') },
  ])
  // Once is enough.
  await unlinkIdle(app.ctx, going)
  expect(await bellOf(ada)).toHaveLength(1)
})

test('whoever comes back to Pro in time has everything as it was', async ({ app }) => {
  const { ada, accountId } = await linked(app)
  await setTier(app, ada, 'free')
  app.clock.advance(days(13))
  await setTier(app, ada, 'pro')
  app.clock.advance(days(13))
  await unlinkIdle(app.ctx, going)
  expect((await findAccount(ada, accountId))?.credentials).not.toBeNull()
  expect(await listGroups(ada)).toMatchObject([{ status: 'active' }])
  expect((await shown(ada)).attention).toBeUndefined()
})

test('143 on the free tier no group of it is chosen either, in the words of the toast', async ({
  app,
}) => {
  const { ada, accountId } = await linked(app)
  await setTier(app, ada, 'free')
  const [connection] = await listConnections(ada)
  await giveChat(app, accountId, 'other')
  await expect(
    addGroup(ada, { connectionId: connection!.id, externalId: 'other' }),
  ).rejects.toMatchObject({
    code: 'upgrade_required',
    message: 'WhatsApp is only available in the pro tier. Upgrade now to access this feature.',
  })
})

async function linked(app: TestApp) {
  const chats = ['120363000000000001@g.us']
  const { user, accountId } = await createPosting(app, { channel: 'whatsapp', chats })
  await giveChat(app, accountId, chats[0]!)
  const channels = new Map([['whatsapp' as const, memoryNetwork().channel()]])
  return { ada: { ...user, channels }, accountId }
}

const giveChat = (app: TestApp, accountId: string, externalId: string) =>
  app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, updated_at)
     values ($1, $2, 'Choir', 'group', true, now())`,
    [accountId, externalId],
  )

async function setTier(app: TestApp, ada: UserContext, tier: 'free' | 'pro') {
  await app.pool.query('update users set tier = $2 where id = $1', [ada.user.id, tier])
  await ada.transaction((tx) => fitTier(ada, tx, ada.user.id))
}

async function shown(ada: UserContext) {
  const [connection] = await listConnections(ada)
  return presentConnection(ada, connection!)
}
