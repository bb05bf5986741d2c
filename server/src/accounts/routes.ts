import type { Api } from '../platform/http/route.ts'
import { openHooks } from './webhooks.ts'

/** Where networks bring updates. Not under /api: no person calls it, and the secret header stands for the token. */
export function accountRoutes({ http, ctx }: Api): void {
  const hooks = openHooks(ctx)
  http.post<{ Params: { id: string } }>('/hooks/telegram/:id', async (request) => {
    const secret = request.headers['x-telegram-bot-api-secret-token']
    const proof = typeof secret === 'string' ? secret : undefined
    await hooks.receive(request.params.id, proof, request.body)
    return {}
  })
}
