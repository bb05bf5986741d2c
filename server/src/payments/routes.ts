import * as contract from '@carillon/contract/payments'
import { AppError } from '../platform/errors.ts'
import { withoutKey } from '../platform/http/idempotency.ts'
import { rawRoute, type RawRequest } from '../platform/http/raw.ts'
import { route, type Api } from '../platform/http/route.ts'
import { limitRefusals } from '../platform/http/security.ts'
import * as payments from './actions.ts'
import { createCheckout } from './checkout.ts'
import { chooseStaying, readStaying } from './staying.ts'
import { verifyCheckout } from './checkout-verification.ts'
import { receiveWebhook } from './webhooks.ts'

export function paymentRoutes(api: Api): void {
  // A repeated call returns the same page. An Idempotency-Key would be used up by a call that failed at the provider.
  route(api, contract.createCheckout, ({ body }, ctx) =>
    createCheckout(withoutKey(ctx), 'pro', body.returnTo),
  )

  route(api, contract.verifyCheckout, ({ params }, ctx) => verifyCheckout(ctx, params.checkoutId))

  route(api, contract.cancelSubscription, (_, ctx) => payments.cancelSubscription(ctx))

  route(api, contract.resumeSubscription, (_, ctx) => payments.resumeSubscription(ctx))

  route(api, contract.updateSubscription, ({ body }, ctx) =>
    payments.updateSubscription(ctx, body.productId),
  )

  route(api, contract.refreshSubscription, (_, ctx) => payments.refresh(ctx))

  route(api, contract.openPortal, (_, ctx) => payments.openPortal(ctx))

  route(api, contract.readStaying, (_, ctx) => readStaying(ctx))

  route(api, contract.chooseStaying, ({ body }, ctx) => chooseStaying(ctx, body))

  webhookRoute(api)
}

/** The route of the provider's webhooks. Their signature replaces the bearer token. */
function webhookRoute({ http, ctx }: Api): void {
  const refusals = limitRefusals(http, ctx.config.limits.refusedHooksPerMinute)
  rawRoute(http, '/api/payments/webhooks/:provider', async (request: RawRequest, reply) => {
    const { provider: name } = request.params as { provider: string }
    const provider = ctx.payments
    if (!provider || provider.name !== name) {
      throw new AppError('not_found', 'This server does not work with this payment provider.')
    }
    try {
      const { body, headers } = request
      const taken = await receiveWebhook(ctx, provider, { body, headers })
      return await reply.status(taken === 'ignored' ? 202 : 200).send({ data: { done: true } })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
      // The limit counts refused requests only: signed webhooks of the provider are always accepted.
      await refusals.check(request)
      await refusals.count(request)
      throw error
    }
  })
}
