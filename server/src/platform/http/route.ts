import type { AnswerOf, Endpoint, ParsedOf } from '@carillon/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { Caller, Context, UserContext } from '../context.ts'
import { problems } from '../errors.ts'
import { once, type Answer } from './idempotency.ts'
import { unstorable } from './unstorable.ts'

/** What endpoints are mounted on. */
export type Api = {
  http: FastifyInstance
  ctx: Context
  /** Who the bearer token says is calling; throws `unauthenticated`. */
  authenticate(request: FastifyRequest): Promise<Caller>
}

type ContextOf<E extends Endpoint> = E['auth'] extends 'user' ? UserContext : Context

/** Mounts one endpoint of the contract: who calls, what they give, and the answer wrapped in `{ data }`. */
export function route<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (input: ParsedOf<E>, ctx: ContextOf<E>) => Promise<AnswerOf<E>>,
): void {
  api.http.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    async handler(request, reply) {
      const caller = endpoint.auth === 'user' ? await api.authenticate(request) : undefined
      const input = parseInput(endpoint, request)
      const run = async (ctx: Context): Promise<Answer> => {
        const answer = await handle(input, ctx as ContextOf<E>)
        // Parsing the answer too keeps columns that nobody promised off the wire.
        return { status: endpoint.status ?? 200, body: { data: endpoint.data.parse(answer) } }
      }
      const ctx = caller ? { ...api.ctx, user: caller } : api.ctx
      const key = endpoint.method === 'POST' ? request.headers['idempotency-key'] : undefined
      const answer =
        'user' in ctx && typeof key === 'string'
          ? await once(ctx, key, [endpoint.path, input], run)
          : await run(ctx)
      return reply.status(answer.status).send(answer.body)
    },
  })
}

/** What a request gives an endpoint, checked; throws `invalid` with every field's problem. */
export function parseInput<E extends Endpoint>(
  endpoint: E,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): ParsedOf<E> {
  const input: Record<string, unknown> = {}
  if (endpoint.params) input['params'] = parse(endpoint.params, request.params)
  if (endpoint.query) input['query'] = parse(endpoint.query, request.query)
  if (endpoint.body) input['body'] = parse(endpoint.body, request.body ?? {})
  return input as ParsedOf<E>
}

function parse(schema: ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) {
    const lost = unstorable(result.data)
    if (lost.length > 0) throw problems(lost)
    return result.data
  }
  throw problems(
    result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  )
}
