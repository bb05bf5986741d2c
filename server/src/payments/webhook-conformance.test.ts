import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { webhooks as polarSdk } from '@polar-sh/sdk/2026-10'
import { startSandbox, type Sandbox } from '../../../sandbox/src/testing.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes, systemClock } from '../platform/clock.ts'
import { polar } from './polar/provider.ts'
import {
  InvalidWebhook,
  type IncomingWebhook,
  type PaymentProvider,
  type ProviderName,
} from './port.ts'
import { stripe } from './stripe/provider.ts'

// What arrives is what the stand-ins really sent, by their own signatures.

const names: ProviderName[] = ['polar', 'stripe']

let sandbox: Sandbox
let inbox: Awaited<ReturnType<typeof openInbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
  inbox = await openInbox()
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  await sandbox.stop()
  inbox.close()
})

type Received = Omit<IncomingWebhook, 'now'>

/** Takes webhooks; the one that was asked for is waited for by its type. */
async function openInbox() {
  const waiting = new Map<string, (webhook: Received) => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { type } = JSON.parse(body.toString('utf8')) as { type: string }
      waiting.get(type)?.({ body, headers: request.headers })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    next: (type: string) => new Promise<Received>((resolve) => waiting.set(type, resolve)),
    close: () => server.close(),
  }
}

function open(name: ProviderName): PaymentProvider {
  const given = sandbox.payments
  return name === 'polar'
    ? polar({ ...given.polar, products: [given.polar.productPro] }, systemClock)
    : stripe({ ...given.stripe, prices: [given.stripe.pricePro] }, systemClock)
}

/** Pays as Ada, and returns the webhook that told of her subscription. */
async function paid(name: ProviderName) {
  const provider = open(name)
  await sandbox.billing.target({ provider: name, url: inbox.url })
  const email = 'ada@example.org'
  const { customerId } = await provider.openCustomer({ userId: 'ada', email })
  const { checkoutId } = await provider.createCheckout({
    idempotencyKey: 'k',
    customerId,
    userId: 'ada',
    email,
    tier: 'pro',
    successUrl: 'http://localhost:3000/',
    cancelUrl: 'http://localhost:3000/',
  })
  const type = name === 'polar' ? 'subscription.created' : 'customer.subscription.created'
  const arriving = inbox.next(type)
  await sandbox.billing.checkout(checkoutId, { act: 'pay' })
  const webhook = await arriving
  return { provider, customerId, type, webhook, now: systemClock.now() }
}

test.for(names)('%s: a webhook says what happened to whom', async (name) => {
  const { provider, customerId, type, webhook, now } = await paid(name)
  const event = await provider.verifyWebhook({ ...webhook, now })
  expect(event).toEqual({
    eventId: expect.stringMatching(/.{10,}/),
    type,
    at: expect.any(Date),
    customerId,
    userId: 'ada',
  })
})

test.for(names)(
  '%s: forged, changed, old, early and unsigned webhooks are refused',
  async (name) => {
    const { provider, webhook, now } = await paid(name)
    const { body, headers } = webhook
    const later = (ms: number) => new Date(now.getTime() + ms)
    const without = Object.fromEntries(
      Object.entries(headers).filter(([key]) => !/^(webhook|stripe)-/.test(key)),
    )
    const resigned = name === 'polar' ? 'webhook-signature' : 'stripe-signature'
    const wrong: [string, IncomingWebhook][] = [
      ['changed', { body: Buffer.from(body.toString().replace('active', 'paused')), headers, now }],
      ['cut short', { body: body.subarray(0, -1), headers, now }],
      ['empty', { body: Buffer.alloc(0), headers, now }],
      ['old', { body, headers, now: later(minutes(6)) }],
      ['ahead of us', { body, headers, now: later(-minutes(6)) }],
      ['unsigned', { body, headers: without, now }],
      ['signed by nobody', { body, headers: { ...headers, [resigned]: 'v1,AAAA t=1,v1=00' }, now }],
      ['signed twice over', { body, headers: { ...headers, [resigned]: ['a', 'b'] }, now }],
    ]
    const answers = await Promise.all(
      wrong.map(async ([what, given]) => {
        const refused = await provider.verifyWebhook(given).catch((error: unknown) => error)
        return [what, refused instanceof InvalidWebhook]
      }),
    )
    expect(answers).toEqual(wrong.map(([what]) => [what, true]))
  },
)

test.for(names)('%s: one that is signed and about nobody is ignored', async (name) => {
  const provider = open(name)
  const now = systemClock.now()
  const created = Math.floor(now.getTime() / 1_000)
  const signed = (given: object) => {
    const body = Buffer.from(JSON.stringify(given))
    return { body, headers: sign(name, body, created), now }
  }
  const about = (type: string) =>
    name === 'polar'
      ? { type, timestamp: now.toISOString(), data: { id: 'x', name: 'Pro' } }
      : { id: 'evt_12345678', type, created, data: { object: { id: 'prod_1' } } }
  for (const type of ['product.updated', 'something.new']) {
    expect(await provider.verifyWebhook(signed(about(type)))).toBe('ignored')
  }
  for (const odd of [{}, { type: 'subscription.updated' }, { type: 7, data: [] }]) {
    await expect(provider.verifyWebhook(signed(odd))).rejects.toThrow(InvalidWebhook)
  }
})

test('what the SDK of Polar takes and refuses, we take and refuse', async () => {
  const { provider, webhook, now } = await paid('polar')
  const { body, headers } = webhook
  const texts = Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const secret = sandbox.payments.polar.webhookSecret
  const at = Number(texts['webhook-timestamp'])
  const cases: [Buffer, Record<string, string>][] = [
    [body, texts],
    [body, sign('polar', body, at)],
    [body, { ...texts, 'webhook-signature': `v1,AAAA ${texts['webhook-signature']}` }],
    [body, { ...texts, 'webhook-signature': texts['webhook-signature']!.replace('v1', 'v2') }],
    [body, { ...texts, 'webhook-id': 'other' }],
    [body, { ...texts, 'webhook-timestamp': String(at + 1) }],
    [body, { ...texts, 'webhook-timestamp': 'soon' }],
    [body.subarray(1), texts],
  ]
  const answers = await Promise.all(
    cases.map(async ([given, signed]) => {
      const takes = async (read: Promise<unknown>) =>
        read.then(
          () => true,
          () => false,
        )
      return [
        await takes(provider.verifyWebhook({ body: given, headers: signed, now })),
        await takes(polarSdk.validateEvent(given, signed, secret)),
      ]
    }),
  )
  expect(answers.map(([ours]) => ours)).toEqual(answers.map(([, theirs]) => theirs))
  expect(answers.map(([ours]) => ours)).toEqual([true, true, true, ...Array(5).fill(false)])

  // The newer kind of secret is the key in base64.
  const key = Buffer.alloc(24, 7)
  const newer = { ...sandbox.payments.polar, webhookSecret: `whsec_${key.toString('base64')}` }
  const headersOfIt = sign('polar', body, at, key)
  const ours = polar({ ...newer, products: [newer.productPro] }, systemClock)
  await polarSdk.validateEvent(body, headersOfIt, newer.webhookSecret)
  expect(await ours.verifyWebhook({ body, headers: headersOfIt, now })).toMatchObject({
    eventId: 'msg_1',
  })
})

function sign(name: ProviderName, body: Buffer, at: number, key?: Buffer): Record<string, string> {
  const { polar: ofPolar, stripe: ofStripe } = sandbox.payments
  const of = (secret: string | Buffer, text: string) =>
    createHmac('sha256', secret).update(text).update(body)
  return name === 'polar'
    ? {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,${of(key ?? ofPolar.webhookSecret, `msg_1.${at}.`).digest('base64')}`,
      }
    : { 'stripe-signature': `t=${at},v1=${of(ofStripe.webhookSecret, `${at}.`).digest('hex')}` }
}
