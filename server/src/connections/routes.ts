import * as contract from '@carillon/contract/connections'
import { route, type Api } from '../platform/http/route.ts'
import * as connections from './actions.ts'
import * as chats from './chats.ts'
import { linkToOwnChat } from './own-chats.ts'
import { withoutSecrets } from './pairing-steps.ts'
import { presentChat, presentConnection } from './present.ts'

export function connectionRoutes(api: Api): void {
  route(api, contract.listConnections, async (_input, ctx) => {
    const rows = await connections.listConnections(ctx)
    return { items: rows.map((row) => presentConnection(ctx, row)), nextCursor: null }
  })
  route(api, contract.createConnection, async ({ body }, ctx) =>
    withoutSecrets(presentConnection(ctx, await connections.connect(ctx, body))),
  )
  route(api, contract.getConnection, async ({ params }, ctx) =>
    presentConnection(ctx, await connections.getConnection(ctx, params.id)),
  )
  route(api, contract.deleteConnection, async ({ params }, ctx) => {
    await connections.disconnect(ctx, params.id)
    return { done: true as const }
  })
  route(api, contract.pairConnection, async ({ params, body }, ctx) =>
    withoutSecrets(presentConnection(ctx, await connections.pair(ctx, params.id, body))),
  )
  route(api, contract.linkOwnChat, ({ params }, ctx) => linkToOwnChat(ctx, params.id))
  route(api, contract.listChats, async ({ params }, ctx) => {
    const rows = await chats.listChats(ctx, await connections.getConnection(ctx, params.id))
    return { items: rows.map(presentChat), nextCursor: null }
  })
  route(api, contract.refreshConnection, async ({ params, body }, ctx) => {
    await chats.refresh(ctx, await connections.getConnection(ctx, params.id), body.link)
    return presentConnection(ctx, await connections.getConnection(ctx, params.id))
  })
}
