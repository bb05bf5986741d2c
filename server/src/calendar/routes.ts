import * as contract from '@carillon/contract/calendar'
import { previewSchedule as previewEndpoint } from '@carillon/contract/schedule'
import { route, type Api } from '../platform/http/route.ts'
import * as calendar from './actions.ts'
import { readDailyCounts } from './daily-counts.ts'
import { previewSchedule } from './preview.ts'

export function calendarRoutes(api: Api): void {
  route(api, contract.getCalendar, ({ query }, ctx) => calendar.readCalendar(ctx, query))
  route(api, contract.getDailyCounts, (_input, ctx) => readDailyCounts(ctx))
  route(api, contract.getToday, (_input, ctx) => calendar.readToday(ctx))
  route(api, previewEndpoint, ({ body }, ctx) => previewSchedule(ctx, body))
}
