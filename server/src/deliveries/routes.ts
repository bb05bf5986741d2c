import * as contract from '@carillon/contract/deliveries'
import { route, type Api } from '../platform/http/route.ts'
import * as deliveries from './api.ts'
import { presentDelivery } from './present.ts'

export function deliveryRoutes(api: Api): void {
  route(api, contract.listDeliveries, async ({ query }, ctx) => {
    const { items, nextCursor } = await deliveries.listDeliveries(ctx, query)
    return { items: items.map(presentDelivery), nextCursor }
  })
  route(api, contract.getPromised, (_, ctx) => deliveries.readPromised(ctx))
  route(api, contract.getDelivery, async ({ params }, ctx) =>
    presentDelivery(await deliveries.readDelivery(ctx, params.id)),
  )
  route(api, contract.resolveDelivery, async ({ params, body }, ctx) =>
    presentDelivery(await deliveries.resolveDelivery(ctx, params.id, body.as)),
  )
  route(api, contract.retryDelivery, async ({ params, body }, ctx) =>
    presentDelivery(await deliveries.retryDelivery(ctx, params.id, body?.again === true)),
  )
}
