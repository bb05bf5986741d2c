import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openFixture } from '../../../test/telegram-fixture.ts'
import { conformance } from '../conformance.ts'
import type { ChannelEvent } from '../port/receiving.ts'

conformance(openFixture)

const faults = [
  ['a proxy’s 502 page', 'bad-gateway'],
  ['a server that restarts', 'restart'],
  ['a connection that is reset', 'reset'],
  ['an answer that is cut', 'truncated'],
  ['a page in its place', 'wrong-type'],
] as const

test.each(
  faults.flatMap(([what, fault]) => [
    { what, fault, when: 'before' as const, seen: 0 },
    { what, fault, when: 'after' as const, seen: 1 },
  ]),
)('$what $when acceptance looks the same and is unconfirmed', async ({ fault, when, seen }) => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const chat = await fixture.group()
  await fixture.sandbox.chaos({ method: 'sendMessage', fault, when, next: 1 })
  const outcome = await fixture.channel.send({
    account: fixture.account,
    deliveryId: 'delivery',
    externalId: chat.externalId,
    topicId: null,
    content: { kind: 'text', text: 'Hello' },
    files: [],
    plain: false,
    signal: AbortSignal.timeout(10_000),
    letGo: new AbortController().signal,
  })
  expect(outcome).toMatchObject({ kind: 'unconfirmed', reason: expect.stringMatching(/\.$/) })
  expect(await fixture.seen(chat)).toHaveLength(seen)
})

test('the link into a channel is Telegram’s, and asks for the right to post only', async () => {
  const { account, channel, close } = await openFixture()
  onTestFinished(close)
  expect(channel.proof?.channelLink?.(account, 'aB3_x')).toEqual({
    url: `https://t.me/${account.username}?startchannel&admin=post_messages`,
    post: `/start@${account.username} aB3_x`,
  })
})

test('Telegram delivers updates to the webhook, with the secret in a header', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { account, channel, sandbox } = fixture
  const brought = Promise.withResolvers<{ secret: unknown; body: unknown }>()
  const server = createHttpServer((request, response) => {
    const secret = request.headers['x-telegram-bot-api-secret-token']
    brought.resolve(json(request).then((body) => ({ secret, body })))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

  const told = Promise.withResolvers<ChannelEvent>()
  const session = channel.open(
    { ...account, webhook: async () => ({ url, secret: 'shown' }) },
    { on: async (event) => told.resolve(event), offset: async () => {} },
  )
  onTestFinished(() => session.close())
  expect(await told.promise).toEqual({ kind: 'status', status: 'connected' })

  const chat = await fixture.group()
  const { secret, body } = await brought.promise
  expect(secret).toBe('shown')
  expect(channel.webhook!.read(account, body)?.events).toMatchObject([
    { kind: 'chat', chat: { externalId: chat.externalId, lost: false } },
  ])
  expect(channel.webhook!.read(account, 'nonsense')).toBeNull()
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('a bot whose token is refused when its webhook is registered is said to be lost until that is stored', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { account, channel, sandbox } = fixture
  await sandbox.revokeToken(sandbox.botId)
  const told: ChannelEvent[] = []
  const on = async (event: ChannelEvent) => {
    told.push(event)
    if (told.length === 1) throw new Error('The database is away.')
  }
  const webhook = async () => ({ url: 'https://example.org/hook', secret: 'shown' })
  const session = channel.open({ ...account, webhook }, { on, offset: async () => {} })
  onTestFinished(() => session.close())
  await expect.poll(() => told.length, { timeout: 5_000 }).toBe(2)
  for (const event of told) {
    expect(event).toMatchObject({ kind: 'accountLost', code: 'unauthorized' })
  }
})

test('updates are polled when Telegram refuses the address of our webhook', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { account, channel } = fixture
  const told: ChannelEvent[] = []
  const joined = Promise.withResolvers<ChannelEvent>()
  const on = async (event: ChannelEvent) => {
    told.push(event)
    if (event.kind === 'chat') joined.resolve(event)
  }
  const webhook = async () => ({
    url: 'https://no-such-name.invalid:3000/hook',
    secret: 'shown',
  })
  const session = channel.open({ ...account, webhook }, { on, offset: async () => {} })
  onTestFinished(() => session.close())
  const chat = await fixture.group()
  expect(await joined.promise).toMatchObject({ chat: { externalId: chat.externalId } })
  expect(told[0]).toEqual({ kind: 'status', status: 'connected' })
})

test('options reach Telegram, and it finds nothing wrong with what we ask', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const chat = await fixture.group()
  const options = { silent: true, protect: true, linkPreview: 'off' as const }
  await fixture.channel.send({
    account: fixture.account,
    deliveryId: 'delivery',
    externalId: chat.externalId,
    topicId: null,
    content: { kind: 'text', text: 'https://example.org', options },
    files: [],
    plain: false,
    signal: AbortSignal.timeout(10_000),
    letGo: new AbortController().signal,
  })
  const [message] = (await fixture.sandbox.messages(Number(chat.externalId))).slice(-1)
  expect(message).toMatchObject({
    content: { text: 'https://example.org' },
    silent: true,
    protected: true,
    linkPreview: { is_disabled: true },
  })
  expect((await fixture.sandbox.judge()).violations).toMatchObject({ total: 0 })
})
