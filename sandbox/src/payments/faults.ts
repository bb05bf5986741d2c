import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../telegram-bot-api/fault-plan.ts'
import type { Payments } from './payments.ts'

type Words = { flood(reply: FastifyReply): FastifyReply }

/**
 * Applies the fault plan to the calls of one provider. A rule names a call like
 * `PATCH /polar/v1/subscriptions/:id`. `before` it has no effect; `after`, it had all of it and only the answer suffers.
 */
export function faults(app: FastifyInstance, { faultPlan }: Payments, words: Words): void {
  const struck = new WeakMap<FastifyRequest, Fault>()

  app.addHook('onRequest', async (request, reply) => {
    const method = `${request.method} ${request.routeOptions.url ?? ''}`.toLowerCase()
    const fault = faultPlan.strike({ method, botId: 0, chatId: 0 })
    if (fault?.when === 'after') struck.set(request, fault)
    return fault?.when === 'before' ? strike(reply, fault, words) : undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = struck.get(request)
    struck.delete(request)
    return fault ? spoil(reply, fault, String(payload)) : payload
  })
}

/** Answers instead of the real handler; undefined lets the call go on. */
async function strike(
  reply: FastifyReply,
  fault: Fault,
  words: Words,
): Promise<FastifyReply | undefined> {
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.amount)
      return undefined
    case 'flood':
      return words.flood(reply.code(429).header('retry-after', String(fault.amount)))
    case 'refuse':
      return reply.code(fault.status).send({ error: 'NotPermitted', detail: fault.words })
    case 'reset':
      reply.raw.socket?.resetAndDestroy()
      return reply.hijack()
    case 'hang':
      return reply.hijack()
    default:
      return reply.send(await spoil(reply, fault, '{"id":"7f3c9e50","status":"op'))
  }
}

/** The answer as the fault leaves it. */
async function spoil(reply: FastifyReply, fault: Fault, payload: string): Promise<string> {
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.amount)
      return payload
    case 'reset':
      reply.raw.socket?.resetAndDestroy()
      return payload
    case 'hang':
      // Nothing, until the client gives up by itself.
      if (!reply.raw.destroyed) await once(reply.raw, 'close')
      return payload
    case 'truncated':
      reply.removeHeader('content-length').type('application/json')
      return payload.slice(0, payload.length / 2)
    case 'wrong-type':
      reply.code(200).removeHeader('content-length').type('text/html')
      return '<!doctype html><title>Welcome</title>'
    default:
      reply.code(fault.kind === 'restart' ? 500 : 502).removeHeader('content-length')
      reply.type('text/html')
      return '<html><head><title>Bad Gateway</title></head></html>'
  }
}
