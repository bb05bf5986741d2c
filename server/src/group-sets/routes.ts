import * as contract from '@carillon/contract/group-sets'
import { route, type Api } from '../platform/http/route.ts'
import * as sets from './actions.ts'

export function groupSetRoutes(api: Api): void {
  route(api, contract.listGroupSets, async (_input, ctx) => ({
    items: await sets.listSets(ctx),
    nextCursor: null,
  }))
  route(api, contract.createGroupSet, ({ body }, ctx) => sets.createSet(ctx, body))
  route(api, contract.updateGroupSet, ({ params, body }, ctx) =>
    sets.changeSet(ctx, params.id, body),
  )
  route(api, contract.deleteGroupSet, async ({ params }, ctx) => {
    await sets.deleteSet(ctx, params.id)
    return { done: true as const }
  })
}
