import { expect, test, type TestApp } from '../../test/test-app.ts'
import { memoryNetwork } from '../channels/conformance/memory-network.ts'
import { findAccount, openAccount } from '../accounts/actions.ts'
import { minutes } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import {
  connect,
  connectionEvent,
  disconnect,
  forgetOrphans,
  getConnection,
  listConnections,
  pair,
} from './actions.ts'
import { endPairings, lookAtPairing } from './pairing-session.ts'
import { presentConnection } from './present.ts'

const PHONE = '+4915112345678'
const WISH = { channel: 'whatsapp', method: 'qr', consent: true } as const

test('a code to scan is on the page until somebody scans it, also after a reload', async ({
  app,
}) => {
  const { ada, network } = await offered(app)
  const begun = await connect(ada, WISH)
  expect(presentConnection(ada, begun)).toMatchObject({
    status: 'pairing',
    label: 'WhatsApp',
  })
  const shown = await stepOf(ada, begun.id, 'scan')
  expect(await connectionEvent(ada, ada.user.id, begun.id)).toMatchObject({
    kind: 'WHATSAPP_STATUS',
    payload: { pairing: { step: 'scan', qr: shown.qr, expiresAt: expect.any(String) } },
  })

  network.confirm(shown.qr, PHONE)
  const paired = await until(ada, begun.id, ({ identity }) => identity === PHONE)
  expect(paired).toMatchObject({ status: 'reconnecting', label: 'Ida', guarantee: 'once' })
  expect(paired.pairing).toBeUndefined()
  const { accountId, consentedAt } = await getConnection(ada, begun.id)
  expect(consentedAt).toEqual(app.clock.now())
  expect(await openAccount(ada, accountId)).toMatchObject({ externalId: PHONE })
  expect(ada.openPairings.size).toBe(0)
  expect(await findAccount(ada, begun.accountId)).toBeUndefined()
})

test('who gives their number gets a code to type there', async ({ app }) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, { ...WISH, method: 'code', phone: PHONE })
  const shown = await stepOf(ada, id, 'type_there')
  network.confirm(shown.code, PHONE)
  await until(ada, id, ({ identity }) => identity === PHONE)
})

test('a number that makes no sense is refused at its field, and nothing is begun', async ({
  app,
}) => {
  const { ada } = await offered(app)
  await expect(connect(ada, { ...WISH, method: 'code', phone: '12' })).rejects.toMatchObject({
    code: 'invalid',
    extra: { details: [{ path: 'phone' }] },
  })
  expect(await listConnections(ada)).toEqual([])
})

test('without consent nothing is begun, and it is asked for at its field', async ({ app }) => {
  const { ada } = await offered(app)
  await expect(connect(ada, { channel: 'whatsapp' })).rejects.toMatchObject({
    code: 'invalid',
    extra: { details: [{ path: 'consent', message: expect.stringContaining('ban') }] },
  })
})

test('192 on the free tier it is refused, in the words of the toast', async ({ app }) => {
  const { network } = await offered(app)
  const free = {
    ...(await app.person()),
    channels: new Map([['whatsapp' as const, network.channel()]]),
  }
  await expect(connect(free, WISH)).rejects.toMatchObject({
    code: 'upgrade_required',
    message: 'WhatsApp is only available in the pro tier. Upgrade now to access this feature.',
    extra: { feature: 'WhatsApp' },
  })
})

test('a code that nobody used in time says so, and a new one takes its place', async ({ app }) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, { ...WISH, method: 'code' })
  await stepOf(ada, id, 'phone')
  app.clock.advance(minutes(11))
  const late = presentConnection(ada, await getConnection(ada, id))
  expect(late).toMatchObject({ status: 'needs_pairing', attention: { code: 'code_expired' } })
  expect(late.pairing).toBeUndefined()

  await pair(ada, id, { refresh: true, method: 'qr' })
  const { qr } = await stepOf(ada, id, 'scan')
  network.confirm(qr, PHONE)
  await until(ada, id, ({ identity }) => identity === PHONE)
  await expect(pair(ada, id, { refresh: true })).rejects.toMatchObject({ code: 'conflict' })
})

test('beginning twice is one pairing; what is canceled can be begun again', async ({ app }) => {
  const { ada } = await offered(app)
  const { id } = await connect(ada, WISH)
  const first = await stepOf(ada, id, 'scan')
  expect((await connect(ada, WISH)).id).toBe(id)
  const second = await until(ada, id, ({ pairing }) => isOther(pairing, first.qr))
  expect(second.pairing).toMatchObject({ step: 'scan' })

  await pair(ada, id, { cancel: true })
  expect(presentConnection(ada, await getConnection(ada, id))).toMatchObject({
    status: 'needs_pairing',
    attention: { code: 'not_paired' },
  })
  expect(ada.openPairings.size).toBe(0)
})

test('a code of a pairing that was canceled links nothing', async ({ app }) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, WISH)
  const { qr } = await stepOf(ada, id, 'scan')
  await disconnect(ada, id)
  // Another process hears of it by a hint.
  await lookAtPairing(ada, id)
  network.confirm(qr, PHONE)
  expect(await listConnections(ada)).toEqual([])
  expect(ada.openPairings.size).toBe(0)
})

test('a number that was linked already is linked again, with one connection', async ({ app }) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, WISH)
  network.confirm((await stepOf(ada, id, 'scan')).qr, PHONE)
  await until(ada, id, ({ identity }) => identity === PHONE)
  const again = await connect(ada, WISH)
  network.confirm((await stepOf(ada, again.id, 'scan')).qr, PHONE)
  await expect.poll(async () => (await listConnections(ada)).map((row) => row.id)).toEqual([id])
})

test('a stop of the server ends its pairings, in words', async ({ app }) => {
  const { ada } = await offered(app)
  const { id } = await connect(ada, WISH)
  await stepOf(ada, id, 'scan')
  await endPairings(ada)
  expect(presentConnection(ada, await getConnection(ada, id))).toMatchObject({
    attention: { code: 'pairing_failed', text: expect.stringContaining('Begin again') },
  })
})

test('what was disconnected before anybody was paired leaves no account for ever', async ({
  app,
}) => {
  const { ada } = await offered(app)
  const { id } = await connect(ada, WISH)
  await stepOf(ada, id, 'scan')
  await disconnect(ada, id)
  const going = await connect(ada, WISH)
  app.clock.advance(minutes(59))
  await forgetOrphans(ada)
  const left = async () =>
    (
      await app.pool.query(
        'select (select count(*)::int from accounts) as accounts, (select count(*)::int from connections) as connections',
      )
    ).rows[0]
  expect(await left()).toEqual({ accounts: 2, connections: 2 })
  app.clock.advance(minutes(2))
  await forgetOrphans(ada)
  expect(await left()).toEqual({ accounts: 1, connections: 1 })
  expect(await findAccount(ada, going.accountId)).toBeDefined()
})

/** Somebody of the pro tier, on a server that offers a network whose accounts are paired in steps. */
async function offered(app: TestApp) {
  const network = memoryNetwork()
  const channels = new Map([['whatsapp' as const, network.channel()]])
  const ada: UserContext = { ...(await app.person({ tier: 'pro' })), channels }
  return { ada, network }
}

async function until(
  ada: UserContext,
  id: string,
  fits: (connection: ReturnType<typeof presentConnection>) => boolean,
) {
  const look = async () => presentConnection(ada, await getConnection(ada, id))
  await expect.poll(async () => fits(await look())).toBe(true)
  return look()
}

type Step = NonNullable<ReturnType<typeof presentConnection>['pairing']>

async function stepOf<S extends Step['step']>(ada: UserContext, id: string, step: S) {
  const { pairing } = await until(ada, id, (it) => it.pairing?.step === step)
  return pairing as Extract<Step, { step: S }>
}

const isOther = (pairing: Step | undefined, qr: string) =>
  pairing?.step === 'scan' && pairing.qr !== qr
