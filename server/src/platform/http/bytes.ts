import {
  type HandlerResultOf,
  type Endpoint,
  type ParsedOf,
  schemaOf,
} from '@carillon/contract/endpoint'
import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller, UserContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { release } from '../release.ts'
import { costOf, parseInput, type Api } from './route.ts'

/**
 * Mounts an endpoint of a user that takes bytes instead of JSON, whatever type they claim to have. Nothing of
 * them is read before it is known who sends them, and no more than the endpoint allows.
 */
export function routeBytes<E extends Endpoint & { bytes: number }>(
  api: Api,
  endpoint: E,
  handle: (input: ParsedOf<E>, bytes: Buffer, ctx: UserContext) => Promise<HandlerResultOf<E>>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()

  // A scope of its own, so that every other route still reads JSON.
  void api.http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      collect(payload, {
        most: endpoint.bytes,
        announced: Number(request.headers['content-length'] ?? endpoint.bytes),
        // A test that hands its own bytes over without a socket still needs them.
        own: request.raw instanceof IncomingMessage,
      }),
    )
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bytes,
      config: { endpoint },
      async onRequest(request, reply) {
        reply.header('cache-control', 'no-store')
        const user = await api.authenticate(request)
        api.budgets.spend(user.id)
        if (Number(request.headers['content-length'] ?? 0) > endpoint.bytes) {
          // Nobody reads what comes, and the next request of this connection would be behind it.
          reply.header('connection', 'close')
          throw tooLarge()
        }
        callers.set(request, user)
      },
      async handler(request, reply) {
        const user = callers.get(request)
        if (!user) throw new Error('A call was let in without a caller.')
        const input = parseInput(api.schemas, endpoint, request)
        // Without any body nothing was read.
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const work = () => handle(input, bytes, { ...api.ctx, user })
        try {
          const answer = await api.budgets.run(user.id, costOf(endpoint, {}), work)
          release(bytes)
          const data = schemaOf(api.schemas, endpoint.data).parse(answer)
          return await reply.status(endpoint.status ?? 200).send({ data })
        } catch (error) {
          // A deletion beside this call takes away what it stands on: then that is what went wrong.
          if (!(error instanceof AppError)) await api.authenticate(request, { anew: true })
          throw error
        }
      },
    })
  })
}

type Body = { most: number; announced: number; own: boolean }

/** Puts a body together, in one piece of memory; the pieces it came in are given back at once. */
async function collect(payload: IncomingMessage, { most, announced, own }: Body): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(Math.min(announced, most))
  let length = 0
  // Destroyed, it could no longer be answered.
  const pieces = payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  for await (const piece of pieces) {
    if (length + piece.length > whole.length) throw tooLarge()
    piece.copy(whole, length)
    length += piece.length
    if (own) release(piece)
  }
  return whole.subarray(0, length)
}

const tooLarge = () => new AppError('too_large', 'This is larger than the server accepts.')
