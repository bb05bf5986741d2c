import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/route.ts'
import { limitRefusals } from '../platform/http/security.ts'
import { openHooks } from './webhooks.ts'

/** Where networks bring updates. Not under /api: no person calls it, and the secret header stands for the token. */
export function accountRoutes({ http, ctx }: Api): void {
  const hooks = openHooks(ctx)
  const refusals = limitRefusals(http, ctx.config.limits.refusedHooksPerMinute)
  const onRequest = refusals.check
  http.post<{ Params: { id: string } }>('/hooks/telegram/:id', { onRequest }, async (request) => {
    const secret = request.headers['x-telegram-bot-api-secret-token']
    const proof = typeof secret === 'string' ? secret : undefined
    try {
      await hooks.receive(request.params.id, proof, request.body)
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') {
        await refusals.count(request)
      }
      throw error
    }
    return {}
  })
}
