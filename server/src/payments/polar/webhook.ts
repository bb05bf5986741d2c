import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { instant } from '../../platform/clock.ts'
import {
  InvalidWebhook,
  WEBHOOK_AGE_MAX_MS,
  type IncomingWebhook,
  type ProviderEvent,
} from '../port.ts'

const Payload = z.object({
  type: z.string().min(1).max(100),
  timestamp: z.iso.datetime({ offset: true }),
  data: z.looseObject({}),
})

const Customer = z.object({ id: z.string(), external_id: z.string().nullish() })
const CustomerFields = z.object({
  customer_id: z.string().nullish(),
  external_customer_id: z.string().nullish(),
  customer: z.object({ external_id: z.string().nullish() }).nullish(),
})

/**
 * Verifies the signature and the date of a webhook of Polar, which follows Standard Webhooks, and reads its event. The
 * SDK could verify it too, but only by the clock of the machine; here the time is handed in. A test compares the two.
 */
export function verifyPolarWebhook(
  webhook: IncomingWebhook,
  secret: string,
): ProviderEvent | 'ignored' {
  const id = verifySignature(webhook, secret)
  const payload = Payload.safeParse(parseJson(webhook.body))
  if (!payload.success) throw new InvalidWebhook('It is signed, but is no event of Polar.')
  const { type, timestamp, data } = payload.data
  const customer = customerOf(type, data)
  if (!customer) return 'ignored'
  return { eventId: id, type, at: instant(timestamp), ...customer }
}

/** The id of a webhook that Polar signed, just now. */
function verifySignature({ body, headers, now }: IncomingWebhook, secret: string): string {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = headers[`webhook-${name}`]
    return typeof value === 'string' && value.length <= HEADER_MAX ? value : undefined
  })
  if (!id || !timestamp || !signatures) throw new InvalidWebhook('It is not signed.')
  const seconds = Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || !Number.isSafeInteger(seconds)) {
    throw new InvalidWebhook('It has no date.')
  }
  const age = now.getTime() - seconds * 1_000
  if (Math.abs(age) > WEBHOOK_AGE_MAX_MS)
    throw new InvalidWebhook('Its date is more than 5 minutes away from our clock.')

  const signed = Buffer.concat([Buffer.from(`${id}.${seconds}.`), body])
  const wanted = keysOf(secret).map((key) => createHmac('sha256', key).update(signed).digest())
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
  const fits = given.some((one) =>
    wanted.some((other) => one.length === other.length && timingSafeEqual(one, other)),
  )
  if (!fits) throw new InvalidWebhook('Its signature is not made with our secret.')
  return id
}

/** More than any header of theirs has; several signatures stand in one while a secret is changed. */
const HEADER_MAX = 1_000

/** Polar signs with the bytes of the secret itself; newer endpoints sign with the secret decoded from base64. */
function keysOf(secret: string): Buffer[] {
  const text = secret.replace(/^whsec_/, '')
  const decoded = BASE64.test(text) ? [Buffer.from(text, 'base64')] : []
  return [Buffer.from(secret), ...decoded]
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The customer that an event is about; undefined when it is about a product or the like. */
function customerOf(
  type: string,
  data: object,
): Pick<ProviderEvent, 'customerId' | 'userId'> | undefined {
  if (type.startsWith('customer.')) {
    const customer = Customer.safeParse(data).data
    return customer && { customerId: customer.id, userId: customer.external_id ?? null }
  }
  const { customer_id: customerId = null, ...fields } = CustomerFields.safeParse(data).data ?? {}
  const userId = fields.customer?.external_id ?? fields.external_customer_id ?? null
  return customerId || userId ? { customerId, userId } : undefined
}
