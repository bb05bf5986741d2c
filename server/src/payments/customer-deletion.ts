import type { Context, Reading } from '../platform/context.ts'
import type { UserData } from '../users/rules.ts'
import type { PaymentProvider } from './port.ts'
import * as store from './store.ts'

/**
 * Ends all subscriptions of a customer at once and deletes the customer at the provider, because their user has
 * deleted the account and nobody else can cancel. Returns how many subscriptions it ended. Throws when the provider
 * does not answer; then it must be repeated.
 */
export async function closeCustomer(
  ctx: Context,
  provider: PaymentProvider,
  customer: store.CustomerRow,
): Promise<number> {
  const found = await provider.listSubscriptions(customer.customerId)
  const running = found.filter(({ status }) => status !== 'ended')
  for (const { id } of running) await provider.endNow(id)
  await provider.deleteCustomer(customer.customerId)
  await ctx.transaction((tx) =>
    store.setCustomer(tx, customer, { closedAt: ctx.clock.now(), lookAt: null }),
  )
  return running.length
}

/**
 * The payment data of a person. Erasing it ends their subscription at the provider, and is repeated until the
 * provider has accepted that.
 */
export const paymentData: UserData = {
  name: 'subscriptions',
  async *export(ctx: Reading, userId: string) {
    yield await store.listSubscriptions(ctx, userId)
  },
  async erase(ctx: Context, userId: string) {
    for (const customer of await store.listCustomers(ctx, userId)) {
      if (customer.closedAt) continue
      if (ctx.payments?.name === customer.provider) {
        await closeCustomer(ctx, ctx.payments, customer)
      } else {
        // The provider was changed since: the operator has to end it there by hand.
        const { provider, customerId } = customer
        ctx.log.error(
          { provider, customerId },
          'A customer has left, and this payment provider is not set up any more: end the subscription there.',
        )
      }
    }
    return false
  },
}
