import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/route.ts'
import { limitRefusals } from '../platform/http/security.ts'
import { openHooks } from './webhooks.ts'

/** Where networks bring updates. Not under /api: no person calls it, and the secret header stands for the token. */
export function accountRoutes({ http, ctx }: Api): void {
  const hooks = openHooks(ctx)
  const refusals = limitRefusals(http, ctx.config.limits.refusedHooksPerMinute)
  http.post<{ Params: { id: string } }>('/hooks/telegram/:id', {
    async onRequest(request) {
      // Anybody can make Telegram bring what we refuse, from the same addresses as all that is welcome.
      if (!hooks.isKnown(request.params.id, secretOf(request))) await refusals.check(request)
    },
    async handler(request) {
      try {
        await hooks.receive(request.params.id, secretOf(request), request.body)
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

function secretOf({ headers }: FastifyRequest): string | undefined {
  const secret = headers['x-telegram-bot-api-secret-token']
  return typeof secret === 'string' ? secret : undefined
}
