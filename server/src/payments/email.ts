import type { Context } from '../platform/context.ts'
import { emailOf } from '../users/actions.ts'
import { ProviderError } from './port.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** The address of this user has changed: the provider writes to it. */
    'payments.email': { userId: string }
  }
}

/** Sends the current address of a user to the provider, if they are its customer. */
export async function tellEmail(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const provider = ctx.payments
  if (!provider) return
  const customer = await store.findCustomer(ctx, provider.name, userId)
  const email = await emailOf(ctx, userId)
  if (!customer || customer.closedAt || !email) return
  const { customerId } = customer
  try {
    await provider.updateCustomer({ customerId, email })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.trouble.kind !== 'refused') throw error
    // For example because another customer has this address.
    const { message: reason } = error
    ctx.log.warn({ customerId, reason }, 'The payment provider keeps the former e-mail address.')
  }
}
