import { fileURLToPath } from 'node:url'
import { api as contract } from '@carillon/contract/api'
import { schemas } from '@carillon/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { cycleRoutes } from './cycles/routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { sendingRoutes } from './sending/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { groupSetRoutes } from './group-sets/routes.ts'
import type { Identity } from './identity/actions.ts'
import { identityRoutes } from './identity/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { offers } from './offers.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { occurrenceRoutes } from './occurrences/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { Context } from './platform/context.ts'
import { AppError } from './platform/errors.ts'
import { openBudgets } from './platform/http/budgets.ts'
import { health, type Check } from './platform/http/health.ts'
import { apiDocs } from './platform/http/docs.ts'
import type { Api } from './platform/http/route.ts'
import { protect } from './platform/http/security.ts'
import { createHttp } from './platform/http/server.ts'
import { serveWeb } from './platform/http/web.ts'
import { tierRoutes } from './tiers/routes.ts'
import { unsavedRoutes } from './unsaved/routes.ts'
import { userRoutes } from './users/routes.ts'

const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Builds the HTTP app: headers and limits, every room's routes, the web. It does not listen. */
export async function buildApp(
  ctx: Context,
  identity: Pick<Identity, 'authenticate' | 'embedded' | 'confirmDeletion'>,
  checks: Readonly<Record<string, Check>> = {},
): Promise<FastifyInstance> {
  const http = createHttp(ctx.config, ctx.log, ctx.clock)
  await protect(http, ctx.config)

  const budgets = openBudgets(ctx.config.limits, ctx.clock)
  const api: Api = { http, ctx, authenticate: identity.authenticate, budgets, schemas }
  if (identity.embedded) identityRoutes(http, identity.embedded)
  userRoutes(api, identity)
  mediaRoutes(api)
  messageRoutes(api)
  cycleRoutes(api)
  calendarRoutes(api)
  tierRoutes(api, () => offers(ctx))
  accountRoutes(api)
  connectionRoutes(api)
  groupRoutes(api)
  groupSetRoutes(api)
  unsavedRoutes(api)
  occurrenceRoutes(api)
  deliveryRoutes(api)
  sendingRoutes(api)
  notificationRoutes(api)
  paymentRoutes(api)
  health(http, ctx.db, checks)

  apiDocs(http, contract)
  http.all('/api/*', () => {
    throw new AppError('not_found', 'There is no such call.')
  })
  await serveWeb(http, WEB_DIST)
  return http
}
