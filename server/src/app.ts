import type { FastifyInstance } from 'fastify'
import type { Context } from './platform/context.ts'
import { AppError } from './platform/errors.ts'
import type { Api } from './platform/http/route.ts'
import { createHttp } from './platform/http/server.ts'

/** Builds the HTTP app: every room's routes, and JSON for unknown calls. It does not listen. */
export function buildApp(ctx: Context, authenticate: Api['authenticate']): FastifyInstance {
  const http = createHttp(ctx.config, ctx.log)
  const api: Api = { http, ctx, authenticate }
  void api

  http.all('/api/*', async () => {
    throw new AppError('not_found', 'There is no such call.')
  })
  return http
}
