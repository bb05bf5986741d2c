import { z } from 'zod'
import { fromEpoch } from '../../platform/clock.ts'
import {
  InvalidWebhook,
  WEBHOOK_AGE_MAX_MS,
  type IncomingWebhook,
  type ProviderEvent,
} from '../port.ts'

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  created: z.number().int(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
})

const Owned = z.object({
  customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** What the SDK does: checks the signature of a body, and returns its event. */
type Construct = (
  body: Buffer,
  header: string,
  secret: string,
  tolerance: number,
  crypto: undefined,
  receivedAt: number,
) => unknown

/** Verifies the signature and the date of a webhook by Stripe's SDK, at the time that is handed in, and reads its event. */
export function verifyStripeWebhook(
  { body, headers, now }: IncomingWebhook,
  secret: string,
  construct: Construct,
): ProviderEvent | 'ignored' {
  const header = headers['stripe-signature']
  if (typeof header !== 'string' || header.length > HEADER_MAX) {
    throw new InvalidWebhook('It is not signed.')
  }
  let given: unknown
  try {
    given = construct(body, header, secret, WEBHOOK_AGE_MAX_MS / 1_000, undefined, now.getTime())
  } catch {
    throw new InvalidWebhook('It is not signed with our secret, or it is too old.')
  }
  // The SDK refuses old webhooks, but accepts dates in the future.
  const dated = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1])
  if (dated * 1_000 - now.getTime() > WEBHOOK_AGE_MAX_MS) {
    throw new InvalidWebhook('It is dated ahead of our clock.')
  }
  const event = Event.safeParse(given)
  if (!event.success) throw new InvalidWebhook('It is signed, but is no event of Stripe.')
  const { id, type, created, data } = event.data
  const customer = customerOf(type, data.object)
  return customer ? { eventId: id, type, at: fromEpoch(created * 1_000), ...customer } : 'ignored'
}

/** More than a header of theirs has; several signatures stand in one while a secret is changed. */
const HEADER_MAX = 1_000

/** The customer that an event is about; undefined when it is about a product or the like. */
function customerOf(
  type: string,
  object: { id: string },
): Pick<ProviderEvent, 'customerId' | 'userId'> | undefined {
  const { customer, client_reference_id: named, metadata } = Owned.safeParse(object).data ?? {}
  const user = metadata?.['user_id'] ?? named
  const userId = typeof user === 'string' ? user : null
  const isCustomer = /^customer\.(created|updated|deleted)$/.test(type)
  const customerId = isCustomer
    ? object.id
    : ((typeof customer === 'object' ? customer?.id : customer) ?? null)
  return customerId || userId ? { customerId, userId } : undefined
}
