import * as contract from '@carillon/contract/deliveries'
import { route, type Api } from '../platform/http/route.ts'
import * as deliveries from './api.ts'
import type { UserContext } from '../platform/context.ts'
import { presentDelivery } from './present.ts'

export function deliveryRoutes(api: Api): void {
  route(api, contract.listDeliveries, async ({ query }, ctx) => {
    const { items, nextCursor } = await deliveries.listDeliveries(ctx, query)
    return { items: items.map((one) => present(ctx, one)), nextCursor }
  })
  route(api, contract.getPromised, (_, ctx) => deliveries.readPromised(ctx))
  route(api, contract.getDelivery, async ({ params }, ctx) =>
    present(ctx, await deliveries.readDelivery(ctx, params.id)),
  )
  route(api, contract.resolveDelivery, async ({ params, body }, ctx) =>
    present(ctx, await deliveries.resolveDelivery(ctx, params.id, body.as, body.again)),
  )
  route(api, contract.retryDelivery, async ({ params, body }, ctx) =>
    present(ctx, await deliveries.retryDelivery(ctx, params.id, body?.again === true)),
  )
}

/** A person has to look into the group of an unconfirmed delivery. */
function present(
  ctx: UserContext,
  delivery: Parameters<typeof presentDelivery>[0],
): contract.Delivery {
  const { status, channel, groupExternalId } = delivery
  const groupLink =
    status === 'unconfirmed' ? ctx.channels.get(channel)?.chatUrl?.(groupExternalId) : undefined
  return { ...presentDelivery(delivery), ...(groupLink ? { groupLink } : {}) }
}
