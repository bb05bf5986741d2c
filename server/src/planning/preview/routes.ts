import * as contract from '@carillon/contract/schedule'
import { route, type Api } from '../../platform/http/route.ts'
import { previewSchedule } from './actions.ts'

export function previewRoutes(api: Api): void {
  route(api, contract.previewSchedule, ({ body }, ctx) => previewSchedule(ctx, body))
}
