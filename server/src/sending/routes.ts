import * as contract from '@carillon/contract/status'
import { route, type Api } from '../platform/http/route.ts'
import { readStatus } from './status.ts'

export function statusRoutes(api: Api): void {
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
