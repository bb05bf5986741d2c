import * as contract from '@carillon/contract/groups'
import { route, type Api } from '../platform/http/route.ts'
import * as groups from './actions.ts'
import { checkGroup } from './check-group.ts'
import { presentGroup } from './present.ts'
import { swapInGroup } from './swap-in.ts'

export function groupRoutes(api: Api): void {
  route(api, contract.listGroups, async (_input, ctx) => {
    const [rows, removedIds] = await Promise.all([groups.listGroups(ctx), groups.listRemoved(ctx)])
    return { items: rows.map((group) => presentGroup(ctx, group)), nextCursor: null, removedIds }
  })
  route(api, contract.createGroup, async ({ body }, ctx) =>
    presentGroup(ctx, await groups.addGroup(ctx, body)),
  )
  route(api, contract.getGroup, async ({ params }, ctx) =>
    presentGroup(ctx, await groups.getGroup(ctx, params.id)),
  )
  route(api, contract.updateGroup, async ({ params, body }, ctx) =>
    presentGroup(ctx, await groups.changeGroup(ctx, params.id, body)),
  )
  route(api, contract.deleteGroup, async ({ params }, ctx) => {
    await groups.removeGroup(ctx, params.id)
    return { done: true as const }
  })
  route(api, contract.swapInGroup, async ({ params }, ctx) =>
    presentGroup(ctx, await swapInGroup(ctx, params.id)),
  )
  route(api, contract.checkGroup, async ({ params }, ctx) =>
    presentGroup(ctx, await checkGroup(ctx, params.id)),
  )
}
