import * as contract from '@carillon/contract/notifications'
import { route, type Api } from '../platform/http/route.ts'
import * as notifications from './actions.ts'

export function notificationRoutes(api: Api): void {
  route(api, contract.listNotifications, ({ query }, ctx) =>
    notifications.listNotifications(ctx, query),
  )

  route(api, contract.readNotification, ({ params }, ctx) =>
    notifications.readNotification(ctx, params.id),
  )

  route(api, contract.readAllNotifications, (_, ctx) => notifications.readAllNotifications(ctx))

  route(api, contract.clearNotifications, (_, ctx) => notifications.clearNotifications(ctx))
}
