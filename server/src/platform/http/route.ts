import type { Readable } from 'node:stream'
import {
  type HandlerResultOf,
  type Endpoint,
  type ParsedOf,
  type Schema,
  schemaOf,
  type SchemasByName,
} from '@carillon/contract/endpoint'
import type { Schemas } from '@carillon/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Context, UserContext } from '../context.ts'
import { AppError, problems } from '../errors.ts'
import type { Budgets } from './budgets.ts'
import { runOnce, takesKey, type Answer } from './idempotency.ts'
import { unstorable } from './unstorable.ts'

/** The app and the context that endpoints need. */
export type Api<S extends SchemasByName = Schemas> = {
  http: FastifyInstance
  ctx: Context
  /** Who the bearer token says is calling; throws `unauthenticated`. `anew` believes no earlier check. */
  authenticate(request: FastifyRequest, options?: { anew: boolean }): Promise<Caller>
  budgets: Budgets
  /** What the endpoints name. */
  schemas: S
}

type ContextOf<E extends Endpoint> = E['auth'] extends 'user' ? UserContext : Context

/** Mounts one endpoint of the contract: who calls, what they give, and the answer wrapped in `{ data }`. */
export function route<S extends SchemasByName, E extends Endpoint>(
  api: Api<S>,
  endpoint: E,
  handle: (input: ParsedOf<E, S>, ctx: ContextOf<E>) => Promise<HandlerResultOf<E, S>>,
): void {
  const answerTo = async (input: ParsedOf<E, S>, ctx: Context): Promise<Answer> => {
    const answer = await handle(input, ctx as ContextOf<E>)
    // Parsing the answer too keeps columns that nobody promised off the wire.
    const data = schemaOf(api.schemas, endpoint.data).parse(answer)
    return { status: endpoint.status ?? 200, body: { data } }
  }

  async function answerUser(request: FastifyRequest): Promise<Answer> {
    const user = await api.authenticate(request)
    api.budgets.spend(user.id)
    const input = parseInput(api.schemas, endpoint, request)
    const ctx: UserContext = { ...api.ctx, user }
    const run = (within: UserContext) => answerTo(input, within)
    const key = takesKey(endpoint) ? request.headers['idempotency-key'] : undefined
    const work = () =>
      typeof key === 'string' ? runOnce(ctx, key, [endpoint.path, input], run) : run(ctx)
    try {
      return await api.budgets.run(user.id, costOf(endpoint, input), work)
    } catch (error) {
      // A deletion beside this call takes away what it stands on: then that is what went wrong.
      if (!(error instanceof AppError)) await api.authenticate(request, { anew: true })
      throw error
    }
  }

  api.http.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    async handler(request, reply) {
      // Answers and refusals to a person must not be stored in a cache that others use.
      if (endpoint.auth === 'user') reply.header('cache-control', 'no-store')
      const answer =
        endpoint.auth === 'user'
          ? await answerUser(request)
          : await answerTo(parseInput(api.schemas, endpoint, request), api.ctx)
      return reply.status(answer.status).send(answer.body)
    },
  })
}

/**
 * Mounts an endpoint of a user whose answer is too large to be held at once: `handle` gives it as JSON text,
 * with its `{ data }`, piece by piece.
 */
export function routeStream(
  api: Api,
  endpoint: Endpoint,
  handle: (ctx: UserContext) => Promise<Readable>,
): void {
  api.http.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store')
      const user = await api.authenticate(request)
      api.budgets.spend(user.id)
      const ctx: UserContext = { ...api.ctx, user }
      const pages = await api.budgets.run(user.id, costOf(endpoint, {}), () => handle(ctx))
      return reply.type('application/json; charset=utf-8').send(pages)
    },
  })
}

/** What this call costs: a list that can be searched for words is heavy when it is, and some saves also send. */
export function costOf(
  { cost }: Pick<Endpoint, 'cost'>,
  { query, body }: { query?: unknown; body?: unknown },
): 'asks' | 'heavy' | undefined {
  if (cost === 'search') return (query as { q?: string } | undefined)?.q ? 'heavy' : undefined
  if (cost === 'sending') {
    return (body as { status?: string } | undefined)?.status === cost ? 'asks' : undefined
  }
  return cost
}

/** What a request gives an endpoint, checked; throws `invalid` with every field's problem. */
export function parseInput<S extends SchemasByName, E extends Endpoint>(
  schemas: S,
  endpoint: E,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): ParsedOf<E, S> {
  const { params, query, body } = endpoint
  const input: Record<string, unknown> = {}
  if (params) input['params'] = parse(schemaOf(schemas, params), request.params)
  if (query) input['query'] = parse(schemaOf(schemas, query), request.query)
  if (body) input['body'] = parse(schemaOf(schemas, body), request.body ?? {})
  return input as ParsedOf<E, S>
}

function parse(schema: Schema, value: unknown): unknown {
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
