import { expect, onTestFinished, test } from 'vitest'
import { breakWorkers, killWorkers } from '../../../test/whatsapp.ts'
import {
  say,
  texts,
  untilSent as untilTried,
  whatsappStories,
  type WhatsappFixture,
} from '../../../test/whatsapp-stories.ts'
import type { AppError } from '../../platform/errors.ts'
import { listen } from '../conformance/listen.ts'
import { send, type ChatRef } from '../conformance/fixture.ts'
import type { ChannelEvent } from '../port/receiving.ts'
import { readCredentials } from './credentials.ts'
import { saveKeys } from './store.ts'

const { sandbox, setup, openFixture } = whatsappStories()

const untilSent = (fixture: WhatsappFixture, chat: ChatRef, n: number) =>
  untilTried(() => say(fixture, chat, n))
/** The network restricts the number of a fixture for two hours, which it says at the next sign-in. */
async function restrict({ you }: WhatsappFixture) {
  const attrs = { code: '104', expire: '7200' }
  await sandbox().whatsapp.faults({ on: 'login', reason: 402, attrs })
  await sandbox().whatsapp.end(you.lid, 'restart')
}

const isStatus = (status: string) => (event: ChannelEvent) =>
  event.kind === 'status' && event.status === status

const said = (n: number) => Array.from({ length: n }, (_, i) => `Secret text ${i + 1}`).toSorted()

test('connections that break before and after a message was taken: each member reads each message once', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const kinds = new Set<string>()
  for (const [i, does] of (['lose', 'lose-ack', 'lose', 'lose-ack'] as const).entries()) {
    await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does })
    for (const { kind } of await untilSent(fixture, chat, i + 1)) kinds.add(kind)
  }
  expect(kinds).toContain('unconfirmed')
  expect(await texts(fixture, chat)).toEqual(said(4))
  const { you, bob, eve } = fixture
  for (const readers of await fixture.readersOf(chat)) {
    // The own phone reads it too.
    expect(readers.toSorted()).toEqual([you.lid, bob.lid, eve.lid].toSorted())
  }
})

test.each([
  ['is killed', killWorkers],
  ['throws what nobody expects', breakWorkers],
] as const)(
  'a thread that %s is begun anew, and what was on the wire arrives once',
  async (_, end) => {
    const fixture = await openFixture()
    const chat = await fixture.group()
    const events = listen(fixture)
    await events.next((event) => event.kind === 'status' && event.status === 'connected')
    const sending = say(fixture, chat, 1)
    await end()
    const first = await sending
    expect(['unconfirmed', 'retry', 'sent']).toContain(first.kind)
    await events.next((event) => event.kind === 'status' && event.status === 'reconnecting')
    await untilSent(fixture, chat, 1)
    await untilSent(fixture, chat, 2)
    expect(await texts(fixture, chat)).toEqual(said(2))
    for (const readers of await fixture.readersOf(chat)) expect(readers).toHaveLength(3)
  },
)

test('a number that waits, as the network asked, goes on waiting when the thread dies', async () => {
  const [waits, other] = [await openFixture(), await openFixture()]
  const [events, otherEvents] = [listen(waits), listen(other)]
  for (const one of [events, otherEvents]) await one.next(isStatus('connected'))
  await restrict(waits)
  await events.next(isStatus('restricted'))
  await killWorkers()
  await otherEvents.next(isStatus('reconnecting'))
  await untilSent(other, await other.group(), 1)
  expect(events.all().at(-1)).toMatchObject({ kind: 'status', status: 'restricted' })
})

test('a restricted number that is refreshed asks the network at once, and goes on if it may', async () => {
  const fixture = await openFixture()
  const events = listen(fixture)
  await events.next(isStatus('connected'))
  await restrict(fixture)
  await events.next(isStatus('restricted'))
  await events.refresh()
  await expect
    .poll(() => events.all().at(-1))
    .toMatchObject({ kind: 'status', status: 'connected' })
  await untilSent(fixture, await fixture.group(), 1)
})

test.each([
  [undefined, { kind: 'status', status: 'connected' }],
  [402, { kind: 'status', status: 'restricted' }],
  [411, { kind: 'accountLost' }],
] as const)(
  'how a number stands (login: %s) is said until it is stored',
  async (reason, expected) => {
    const fixture = await openFixture()
    if (reason) {
      const attrs = { code: '104', expire: '7200' }
      await sandbox().whatsapp.faults({ on: 'login', reason, attrs })
    }
    const said: ChannelEvent[] = []
    const session = fixture.channel.open(
      { ...fixture.account, updateOffset: null },
      {
        async on(event) {
          if (event.kind === 'chat') return
          said.push(event)
          if (said.length < 3) throw new Error('The database is away.')
        },
        offset: async () => {},
      },
    )
    onTestFinished(() => session.close())
    await expect.poll(() => said.length, { timeout: 10_000 }).toBe(3)
    for (const event of said) expect(event).toMatchObject(expected)
  },
)

test.each([['lose'], ['restart'], ['unavailable'], ['missed-ack'], ['malformed']] as const)(
  'a connection that ends (%s) comes back by itself',
  async (why) => {
    const fixture = await openFixture()
    const chat = await fixture.group()
    if (why === 'lose') {
      await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 'lose' })
    } else await sandbox().whatsapp.end(fixture.you.lid, why)
    await untilSent(fixture, chat, 1)
    expect(await texts(fixture, chat)).toEqual(said(1))
  },
)

test('a second owner takes a device over: the first sends and writes nothing more, and each message is read once', async () => {
  const first = await openFixture()
  const chat = await first.group()
  const firstEvents = listen(first)
  await firstEvents.next(isStatus('connected'))
  await untilSent(first, chat, 1)
  const second = {
    ...first,
    channel: setup().another(),
    account: { ...first.account, epoch: 1 },
  }
  const events = listen(second)
  await events.next(isStatus('connected'))
  expect(await firstEvents.next(isStatus('reconnecting'))).toMatchObject({
    reason: 'Another program is connected as this linked device.',
  })
  expect((await sandbox().whatsapp.world()).replaced).toBeGreaterThan(0)
  expect(await say(first, chat, 2)).toMatchObject({ kind: 'retry', code: 'unreachable' })
  await untilSent(second, chat, 2)
  expect(await texts(first, chat)).toEqual(said(2))
  for (const readers of await first.readersOf(chat)) expect(readers).toHaveLength(3)

  const { sessionId } = readCredentials(first.account.credentials)!
  const nothing = { names: [], sizes: [], bytes: Buffer.alloc(0), deleted: [] }
  const writes = (epoch: number) =>
    saveKeys(setup(), { accountId: first.account.id, sessionId, epoch }, nothing)
  expect([await writes(0), await writes(1)]).toEqual([false, true])
})

test('a session that is closed has left the network before another owner opens it', async () => {
  const first = await openFixture()
  const chat = await first.group()
  const replaced = async () => (await sandbox().whatsapp.world()).replaced
  const before = await replaced()
  for (const [i, channel] of [first.channel, setup().another(), setup().another()].entries()) {
    const owner = { ...first, channel, account: { ...first.account, epoch: i } }
    const events = listen(owner)
    await events.next(isStatus('connected'))
    await untilSent(owner, chat, i + 1)
    await events.close()
  }
  expect(await replaced()).toBe(before)
  expect(await texts(first, chat)).toEqual(said(3))
})

test('a question that is on its way when the connection ends is refused then, and keeps nobody waiting', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const events = listen(fixture)
  await events.next(isStatus('connected'))
  const ask = () => fixture.channel.check(fixture.account, chat.externalId)
  await ask()
  await sandbox().whatsapp.faults({ on: 'query', xmlns: 'w:g2', does: 'silence' })
  const refused = ask().catch(({ code }: AppError) => code)
  // Questions are read in their order: the one before was left unanswered.
  await ask()
  const before = events.all().length
  await sandbox().whatsapp.end(fixture.you.lid, 'restart')
  const isBack = events.next(
    (event) => isStatus('connected')(event) && events.all().indexOf(event) >= before,
  )
  expect(await Promise.race([refused, isBack])).toBe('unavailable')
})

test.each([
  [
    402,
    { code: '104', expire: '7200' },
    { kind: 'status', status: 'restricted', reason: /120 minutes|2 hours/ },
  ],
  // WhatsApp unlinks the devices of a phone that was away for two weeks.
  [401, {}, { kind: 'accountLost', code: 'unauthorized', reason: /two weeks\. Link it again/ }],
  [403, {}, { kind: 'accountLost', code: 'logged_out', reason: /locked/ }],
  [405, {}, { kind: 'status', status: 'restricted', reason: /WHATSAPP_VERSION/ }],
  [406, {}, { kind: 'accountLost', code: 'banned', reason: /banned/ }],
  [411, {}, { kind: 'accountLost', code: 'logged_out', reason: /Link it again/ }],
] as const)('a login that is refused by %i is told in words', async (reason, attrs, expected) => {
  const fixture = await openFixture()
  const events = listen(fixture)
  await events.next((event) => event.kind === 'status' && event.status === 'connected')
  await sandbox().whatsapp.faults({ on: 'login', reason, attrs: { ...attrs } })
  await sandbox().whatsapp.end(fixture.you.lid, 'restart')
  const event = await events.next(
    (one) => one.kind === expected.kind && !(one.kind === 'status' && one.status !== 'restricted'),
  )
  expect(event).toMatchObject({ ...expected, reason: expect.stringMatching(expected.reason) })
})

test.each([406, 'broken'] as const)(
  'one whose phone has no keys (%s) does not keep the message from the others',
  async (code) => {
    const fixture = await openFixture()
    const pn = `1555999999${code === 406 ? 1 : 2}`
    const ghost = await sandbox().whatsapp.addPerson({ pn, name: 'Ghost' })
    const { you, bob, eve } = fixture
    const { id } = await sandbox().whatsapp.addGroup({
      subject: 'Choir',
      members: [eve.lid, you.lid, bob.lid, ghost.lid],
    })
    await sandbox().whatsapp.faults({ on: 'keys', lid: ghost.lid, code, times: 10 })
    const chat = { externalId: id, title: 'Choir', topicIds: [] }
    expect(await say(fixture, chat, 1)).toMatchObject({ kind: 'sent' })
    expect((await fixture.readersOf(chat))[0]).not.toContain(ghost.lid)
    expect((await fixture.readersOf(chat))[0]).toContain(bob.lid)
  },
)

test('a member whose keys are lost asks again, and reads it once', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  await untilSent(fixture, chat, 1)
  await sandbox().whatsapp.forgetKeys(fixture.bob.lid)
  await untilSent(fixture, chat, 2)
  await expect
    .poll(async () => (await fixture.readersOf(chat)).map((readers) => readers.length))
    .toEqual([3, 3])
})

test('a refused question about people does not count as the loss of the group', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const code = { code: 403, text: 'forbidden' }
  await sandbox().whatsapp.faults({ on: 'query', xmlns: 'usync', does: code, times: 2 })
  expect(await say(fixture, chat, 1)).toMatchObject({ kind: 'retry' })
  await untilSent(fixture, chat, 1)
  await fixture.remove(chat)
  expect(await say(fixture, chat, 2)).toMatchObject({ kind: 'groupLost', code: 'kicked' })
})

test('nothing that is secret was logged: neither texts nor codes nor keys', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  await untilSent(fixture, chat, 1)
  const logged = setup().logged()
  expect(logged).not.toBe('')
  for (const secret of ['Secret text', 'privKey', 'wa.me/settings', fixture.you.pn]) {
    expect(logged).not.toContain(secret)
  }
  expect(logged).not.toContain(fixture.account.credentials.split(':')[1])
})

test('a file that WhatsApp does not take is tried again, and says so', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const content = {
    kind: 'media' as const,
    text: 'Look',
    media: [{ mediaId: 'file-photo', kind: 'photo' as const }],
  }
  const post = () => send(fixture, chat, { content, files: [fixture.file!('photo')] })
  await sandbox().whatsapp.faults({ on: 'media', status: 507, times: 10 })
  expect(await post()).toMatchObject({
    kind: 'retry',
    scope: 'delivery',
    reason: 'WhatsApp did not take a file of this message.',
  })
  expect(await fixture.seen(chat)).toEqual([])
  await sandbox().whatsapp.faults()
  expect(await post()).toMatchObject({ kind: 'sent' })
  expect(await fixture.seen(chat)).toMatchObject([{ text: 'Look', media: ['photo'] }])
})
