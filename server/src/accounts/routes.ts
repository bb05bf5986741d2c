import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/route.ts'
import { limitRefusals } from '../platform/http/security.ts'
import { openWebhooks } from './webhooks.ts'

/** The routes of network webhooks. Not under /api: no person calls them, and a secret header replaces the bearer token. */
export function accountRoutes(api: Api): void {
  const { http, ctx } = api
  const refusals = limitRefusals(http, ctx.config.limits.refusedHooksPerMinute)
  for (const channel of ctx.channels.values()) {
    const { webhook } = channel
    if (webhook) webhookRoute(api, { ...channel, webhook }, refusals)
  }
}

function webhookRoute(
  { http, ctx }: Api,
  channel: Parameters<typeof openWebhooks>[1],
  refusals: ReturnType<typeof limitRefusals>,
) {
  const webhooks = openWebhooks(ctx, channel)
  const secretIn = ({ headers }: FastifyRequest) => channel.webhook.secretIn(headers)
  http.post<{ Params: { id: string } }>(`${channel.webhook.path}/:id`, {
    async onRequest(request) {
      // Anybody can make a network send requests that we refuse, from the same addresses as valid ones.
      if (!webhooks.isKnown(request.params.id, secretIn(request))) await refusals.check(request)
    },
    async handler(request) {
      try {
        await webhooks.receive(request.params.id, secretIn(request), request.body)
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated') {
          await refusals.count(request)
        }
        throw error
      }
      return {}
    },
  })
}
