import { bellOf } from '../../test/bell.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { memoryNetwork } from '../channels/conformance/memory-network.ts'
import { openAccount } from '../accounts/actions.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { Context, UserContext } from '../platform/context.ts'
import { connect, getConnection, pair } from './actions.ts'
import { endPairings } from './pairing-session.ts'
import { presentConnection } from './present.ts'

const PHONE = '+4915112345678'
/** On a machine that has much to do. */
const PATIENT = { timeout: 10_000 }

const WISH = { channel: 'whatsapp', method: 'qr', consent: true } as const

test('a number that was linked stays linked when the answer of the database is lost', async ({
  app,
}) => {
  const { ada, network, database } = await offered(app)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  database.loseAnswers = 1
  network.confirm(qr, PHONE)
  await expect
    .poll(() => shown(ada, id), PATIENT)
    .toMatchObject({ identity: PHONE, status: 'reconnecting' })
  await expect.poll(() => ada.openPairings.size, PATIENT).toBe(0)
  const { credentials } = await openAccount(ada, (await getConnection(ada, id)).accountId)
  expect(network.isLinked(credentials)).toBe(true)
})

test('a number that was linked while the database was away is kept once it is back', async ({
  app,
}) => {
  const { ada, network, database } = await offered(app)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  database.refuses = 3
  network.confirm(qr, PHONE)
  await expect
    .poll(() => {
      app.clock.advance(seconds(5))
      return shown(ada, id)
    }, PATIENT)
    .toMatchObject({ identity: PHONE })
  const { credentials } = await openAccount(ada, (await getConnection(ada, id)).accountId)
  expect(network.isLinked(credentials)).toBe(true)
})

test('a number that cannot be kept is unlinked again, and its user is told', async ({ app }) => {
  const { ada, network, database } = await offered(app)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  database.refuses = 6
  network.confirm(qr, PHONE)
  await expect
    .poll(() => {
      app.clock.advance(minutes(1))
      return shown(ada, id)
    }, PATIENT)
    .toMatchObject({
      attention: {
        code: 'pairing_failed',
        text: 'This server could not keep the link, so it was undone. Begin again.',
      },
    })
  expect(network.linked()).toBe(0)
})

test('what was scanned after its pairing was canceled elsewhere is unlinked again', async ({
  app,
}) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  // Another process cancels, and this one has not heard of it yet.
  await pair({ ...ada, openPairings: new Map() }, id, { cancel: true })
  network.confirm(qr, PHONE)
  await expect.poll(() => network.linked(), PATIENT).toBe(0)
  expect(await shown(ada, id)).toMatchObject({ attention: { code: 'not_paired' } })
})

test('a device that stays linked after its pairing was canceled is told by the bell, with the way on', async ({
  app,
}) => {
  const { ada, network } = await offered(app)
  const { steps } = ada.channels.get('whatsapp')!.pairing
  let undone: string[] = []
  steps!.undo = async (credentials) => (undone.push(credentials), false)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  const { session } = ada.openPairings.get(id)!
  const close = session.close
  // The phone links it in the moment in which it is canceled.
  session.close = async () => {
    network.confirm(qr, PHONE)
    await close()
  }
  await pair(ada, id, { cancel: true })
  await expect
    .poll(() => bellOf(ada), PATIENT)
    .toMatchObject([
      {
        title: 'A device is linked in WhatsApp that nobody uses',
        message:
          'The linking was cancelled after the code was used. Remove the new device in WhatsApp on your phone.',
      },
    ])
  expect(undone).toHaveLength(1)
})

test('what the network has linked, and this server has lost, is told by the bell once its pairing is over', async ({
  app,
}) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  await pair({ ...ada, openPairings: new Map() }, id, { cancel: true })
  network.lose(qr)
  await expect.poll(() => bellOf(ada), PATIENT).toHaveLength(1)
})

test('a stop of the server waits for who is just being paired', async ({ app }) => {
  const { ada, network, database } = await offered(app)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  database.refuses = 1
  network.confirm(qr, PHONE)
  await expect.poll(() => database.refuses, PATIENT).toBe(0)
  const ended = endPairings(ada)
  await expect
    .poll(() => {
      app.clock.advance(seconds(1))
      return shown(ada, id)
    }, PATIENT)
    .toMatchObject({ identity: PHONE })
  await ended
  expect(network.linked()).toBe(1)
  expect((await shown(ada, id)).attention).toBeUndefined()
})

test('a stop of the server waits until what was canceled is unlinked again', async ({ app }) => {
  const { ada, network } = await offered(app)
  const { steps } = ada.channels.get('whatsapp')!.pairing
  const [undoing, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
  steps!.undo = async () => (undoing.resolve(), undone.promise)
  const { id } = await connect(ada, WISH)
  const qr = await codeOf(ada, id)
  const { session } = ada.openPairings.get(id)!
  const close = session.close
  session.close = async () => {
    network.confirm(qr, PHONE)
    await close()
  }
  await pair(ada, id, { cancel: true })
  await undoing.promise
  const order: string[] = []
  const ended = endPairings(ada).then(() => order.push('the server ends'))
  await shown(ada, id)
  order.push('unlinked')
  undone.resolve(true)
  await ended
  expect(order).toEqual(['unlinked', 'the server ends'])
})

test('another number than the one that was to be linked again is unlinked, and it is said', async ({
  app,
}) => {
  const { ada, network } = await offered(app)
  const { id } = await connect(ada, WISH)
  network.confirm(await codeOf(ada, id), PHONE)
  await expect.poll(() => shown(ada, id), PATIENT).toMatchObject({ identity: PHONE })
  await app.pool.query("update accounts set status = 'needs_pairing'")
  await pair(ada, id, { refresh: true, method: 'qr' })
  network.confirm(await codeOf(ada, id), '+4915187654321')
  await expect
    .poll(() => shown(ada, id), PATIENT)
    .toMatchObject({
      attention: {
        text: `You linked +4915187654321, but this connection is for ${PHONE}. To use +4915187654321, connect it as a new account. The new device was unlinked again.`,
      },
    })
  expect(network.linked()).toBe(1)
})

test('a pairing whose place another one has taken tells nothing any more', async ({ app }) => {
  const { ada } = await offered(app)
  const { id } = await connect(ada, WISH)
  await codeOf(ada, id)
  const other = { ...ada, openPairings: new Map() }
  await pair(other, id, { refresh: true, method: 'qr' })
  await codeOf(other, id)
  const { rev } = await shown(ada, id)
  await endPairings(ada)
  expect(await shown(ada, id)).toMatchObject({ rev, pairing: { step: 'scan' } })
})

/** Somebody of the pro tier, on a server that offers a network, and a database whose answers can be lost. */
async function offered(app: TestApp) {
  const network = memoryNetwork()
  const channels = new Map([['whatsapp' as const, network.channel()]])
  const database = { loseAnswers: 0, refuses: 0 }
  const transaction: Context['transaction'] = async (work) => {
    if (database.refuses > 0) {
      database.refuses--
      throw new Error('Connection refused')
    }
    const result = await app.ctx.transaction(work)
    if (database.loseAnswers > 0) {
      database.loseAnswers--
      throw new Error('Connection terminated unexpectedly')
    }
    return result
  }
  const person = await app.person({ tier: 'pro' })
  const ada: UserContext = { ...person, channels, transaction, openPairings: new Map() }
  return { ada, network, database }
}

const shown = async (ada: UserContext, id: string) =>
  presentConnection(ada, await getConnection(ada, id))

async function codeOf(ada: UserContext, id: string): Promise<string> {
  await expect.poll(async () => (await shown(ada, id)).pairing?.step, PATIENT).toBe('scan')
  const { pairing } = await shown(ada, id)
  return pairing?.step === 'scan' ? pairing.qr : ''
}
