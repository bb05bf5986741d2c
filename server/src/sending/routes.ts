import { deleteSent, editSent, getSent, sendAnyway } from '@carillon/contract/deliveries'
import * as contract from '@carillon/contract/status'
import { presentOccurrence } from '../occurrences/present.ts'
import { route, type Api } from '../platform/http/route.ts'
import { sendAnyway as anyway } from './group-rules/actions.ts'
import * as sent from './sent/changes.ts'
import { readSent } from './sent/reads.ts'
import { readStatus } from './status.ts'

export function sendingRoutes(api: Api): void {
  route(api, sendAnyway, async ({ params }, ctx) => presentOccurrence(await anyway(ctx, params.id)))

  route(api, getSent, ({ params }, ctx) => readSent(ctx, params.id))
  route(api, editSent, ({ params, body }, ctx) => sent.editSent(ctx, params.id, body))
  route(api, deleteSent, ({ params, body }, ctx) => sent.deleteSent(ctx, params.id, body))

  route(api, contract.getStatus, async (_given, ctx) => {
    const { at, lateness, lanes, servers } = await readStatus(ctx)
    return {
      at: at.toISOString(),
      lateness,
      lanes: lanes.map(({ waitingSince, ...lane }) => ({
        ...lane,
        waitingSince: waitingSince && waitingSince.toISOString(),
      })),
      servers,
    }
  })
}
