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
  // Asked for again it answers the same page; a key would be spent by a call that the provider failed.
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

/** Where the provider tells what changed. Nobody has a token for it: the signature stands for one. */
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
      // Anybody may send what we refuse; what the provider signed is always heard.
      await refusals.check(request)
      await refusals.count(request)
      throw error
    }
  })
}
