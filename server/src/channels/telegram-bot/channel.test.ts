import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openStage } from '../../../test/telegram-stage.ts'
import { conformance } from '../conformance.ts'
import type { ChannelEvent } from '../port/receiving.ts'

conformance(openStage)

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
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const place = await stage.group()
  await stage.sandbox.chaos({ method: 'sendMessage', fault, when, next: 1 })
  const outcome = await stage.channel.send({
    account: stage.account,
    deliveryId: 'delivery',
    externalId: place.externalId,
    topicId: null,
    content: { kind: 'text', text: 'Hello' },
    files: [],
    plain: false,
    signal: AbortSignal.timeout(10_000),
    letGo: new AbortController().signal,
  })
  expect(outcome).toMatchObject({ kind: 'unconfirmed', reason: expect.stringMatching(/\.$/) })
  expect(await stage.seen(place)).toHaveLength(seen)
})

test('Telegram delivers updates to the webhook, with the secret in a header', async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { account, channel, sandbox } = stage
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

  const place = await stage.group()
  const { secret, body } = await brought.promise
  expect(secret).toBe('shown')
  expect(channel.webhook!.read(account, body)?.events).toMatchObject([
    { kind: 'chat', chat: { externalId: place.externalId, lost: false } },
  ])
  expect(channel.webhook!.read(account, 'nonsense')).toBeNull()
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('updates are polled when Telegram refuses the address of our webhook', async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { account, channel } = stage
  const told: ChannelEvent[] = []
  const chat = Promise.withResolvers<ChannelEvent>()
  const on = async (event: ChannelEvent) => {
    told.push(event)
    if (event.kind === 'chat') chat.resolve(event)
  }
  const webhook = async () => ({
    url: 'https://no-such-name.invalid:3000/hook',
    secret: 'shown',
  })
  const session = channel.open({ ...account, webhook }, { on, offset: async () => {} })
  onTestFinished(() => session.close())
  const place = await stage.group()
  expect(await chat.promise).toMatchObject({ chat: { externalId: place.externalId } })
  expect(told[0]).toEqual({ kind: 'status', status: 'connected' })
})

test('options reach Telegram, and it finds nothing wrong with what we ask', async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const place = await stage.group()
  const options = { silent: true, protect: true, linkPreview: 'off' as const }
  await stage.channel.send({
    account: stage.account,
    deliveryId: 'delivery',
    externalId: place.externalId,
    topicId: null,
    content: { kind: 'text', text: 'https://example.org', options },
    files: [],
    plain: false,
    signal: AbortSignal.timeout(10_000),
    letGo: new AbortController().signal,
  })
  const [message] = (await stage.sandbox.messages(Number(place.externalId))).slice(-1)
  expect(message).toMatchObject({
    content: { text: 'https://example.org' },
    silent: true,
    protected: true,
    linkPreview: { is_disabled: true },
  })
  expect((await stage.sandbox.judge()).violations).toMatchObject({ total: 0 })
})
