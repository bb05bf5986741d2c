import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Payments } from '../payments.ts'
import { StripeRefusal } from './refusal.ts'

/**
 * Answers a repeated POST as it was answered first, when it has the same Idempotency-Key; the same key for
 * something else is refused. Refusals are not stored: a client that corrects its request may use the key again.
 */
export function idempotency(app: FastifyInstance, { world, state }: Payments): void {
  const fresh = new WeakMap<FastifyRequest, { key: string; hash: string }>()

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return undefined
    const said = hash('sha256', `${request.url}\n${JSON.stringify(request.body)}`, 'hex')
    const known = state.remembered.get(key)
    if (!known) {
      fresh.set(request, { key, hash: said })
      return undefined
    }
    if (known.hash !== said) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    reply.header('idempotent-replayed', 'true').type('application/json')
    return reply.code(known.status).send(known.body)
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const said = fresh.get(request)
    if (said && reply.statusCode < 400) {
      const body = JSON.stringify(payload)
      world.commit({ type: 'requestRemembered', ...said, status: reply.statusCode, body })
    }
    return payload
  })
}
