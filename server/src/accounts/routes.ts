import type { Api } from '../platform/http/route.ts'
import { receive } from './webhooks.ts'

/** Where networks bring updates. Not under /api: no person calls it, and the secret header stands for the token. */
export function accountRoutes({ http, ctx }: Api): void {
  http.post<{ Params: { id: string } }>('/hooks/telegram/:id', async (request) => {
    const secret = request.headers['x-telegram-bot-api-secret-token']
    await receive(
      ctx,
      request.params.id,
      typeof secret === 'string' ? secret : undefined,
      request.body,
    )
    return {}
  })
}
