import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The largest body of a signed webhook, in bytes; payment services send a few kB. */
export const RAW_BODY_MAX = 256 * 1024

export type RawRequest = FastifyRequest & { body: Buffer }

/**
 * Mounts a POST route that gets its body as the bytes that arrived, whatever type they claim to have: a
 * signature is over these, and what is parsed and written again differs. A longer body answers 413. Not
 * for calls of people: it asks for no token, and what it takes must be signed.
 */
export function rawRoute(
  http: FastifyInstance,
  path: string,
  handle: (request: RawRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  // A scope of its own, so that every other route still reads JSON.
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(path, { bodyLimit: RAW_BODY_MAX }, (request, reply) => {
      // Without any body nothing was read.
      request.body ??= Buffer.alloc(0)
      return handle(request as RawRequest, reply)
    })
  })
}
