import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { closeCustomer } from './customer-deletion.ts'
import * as events from './events-store.ts'
import {
  InvalidWebhook,
  type IncomingWebhook,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderName,
} from './port.ts'
import { reconcile } from './reconcile.ts'
import * as store from './store.ts'
import { hasLeft, zoneOf } from '../users/actions.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A provider has reported that something changed. */
    'payments.event': { provider: ProviderName; eventId: string }
  }
}

/**
 * Receives a webhook: stores the event and leaves the rest to a job, so that the answer is immediate.
 * Returns `known` for one that came before. Throws `forbidden` for what the provider has not signed, or not
 * just now.
 */
export async function receiveWebhook(
  ctx: Context,
  provider: PaymentProvider,
  webhook: Omit<IncomingWebhook, 'now'>,
): Promise<'kept' | 'known' | 'ignored'> {
  const now = ctx.clock.now()
  const event = await verifyWebhook(ctx, provider, { ...webhook, now })
  if (event === 'ignored') return event
  return ctx.transaction(async (tx) => {
    const customer = await customerOf(ctx, tx, provider.name, event)
    const { eventId, type, at } = event
    const isNew = await events.insert(tx, {
      provider: provider.name,
      eventId,
      type,
      at,
      customerId: customer?.customerId ?? null,
      receivedAt: now,
      number: await store.nextNumber(tx),
    })
    if (!isNew) return 'known'
    if (customer) {
      await tx.enqueue('payments.event', { provider: provider.name, eventId })
    } else {
      const { customerId } = event
      ctx.log.warn(
        { provider: provider.name, type, customerId },
        'A payment event is about nobody here: another program may sell there as well, or somebody paid for an account that is gone.',
      )
    }
    return 'kept'
  })
}

async function verifyWebhook(ctx: Context, provider: PaymentProvider, webhook: IncomingWebhook) {
  try {
    return await provider.verifyWebhook(webhook)
  } catch (error) {
    if (!(error instanceof InvalidWebhook)) throw error
    ctx.log.warn({ provider: provider.name, reason: error.message }, 'A webhook was refused.')
    throw new AppError('forbidden', 'This is not signed by the payment provider, or too old.')
  }
}

/** Asks the provider about whoever an event is about. */
export async function handleEvent(
  ctx: Context,
  { provider: name, eventId }: { provider: ProviderName; eventId: string },
): Promise<void> {
  const event = await events.find(ctx, name, eventId)
  const provider = ctx.payments
  if (!event || event.doneAt || provider?.name !== name) return

  const customer = await store.findCustomerById(ctx, name, event.customerId ?? '')
  if (customer?.closedAt) {
    // A payment for a deleted account: nobody could use it, and nobody could cancel it.
    const ended = await closeCustomer(ctx, provider, customer)
    const { customerId } = customer
    if (ended > 0) {
      ctx.log.error(
        { provider: name, customerId },
        'Somebody paid for an account that was deleted. The subscription was ended: give the money back at the provider.',
      )
    }
  } else if (customer?.userId && customer.asked < event.number) {
    await reconcile(ctx, provider, customer.userId)
  }
  await ctx.transaction((tx) => events.setDone(tx, event, ctx.clock.now()))
}

/** The customer of an event. If it could not be stored when the provider created it, it is stored now. */
async function customerOf(
  ctx: Context,
  tx: Tx,
  provider: ProviderName,
  { customerId, userId }: ProviderEvent,
): Promise<store.CustomerRow | undefined> {
  const known = customerId && (await store.findCustomerById(tx, provider, customerId))
  if (known) return known
  if (!userId) return undefined
  if (customerId && (await hasLeft(tx, userId))) {
    return closedCustomer(ctx, tx, provider, customerId)
  }
  if (!(await zoneOf(tx, userId))) return undefined
  if (customerId) {
    const createdAt = ctx.clock.now()
    await store.insertCustomer(tx, { provider, customerId, userId, createdAt })
  }
  return store.findCustomer(tx, provider, userId)
}

/** A customer that was created for a deleted account: its subscriptions must be ended. */
async function closedCustomer(
  ctx: Context,
  tx: Tx,
  provider: ProviderName,
  customerId: string,
): Promise<store.CustomerRow | undefined> {
  const now = ctx.clock.now()
  await store.insertCustomer(tx, { provider, customerId, userId: null, createdAt: now })
  await store.setCustomer(tx, { provider, customerId }, { closedAt: now })
  return store.findCustomerById(tx, provider, customerId)
}
