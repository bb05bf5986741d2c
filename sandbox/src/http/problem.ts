import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './page.ts'

/** Says what is wrong: as JSON to programs, as a page to people. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): FastifyReply {
  if (request.url.startsWith('/sandbox/api/')) {
    return reply.code(status).send({ error: { message } })
  }
  const body = html`<main class="page">
    <h1>That did not work</h1>
    <p class="lede">${message}</p>
    <p><a class="button" href="/sandbox/">To the sandbox</a></p>
  </main>`
  return sendPage(reply, {
    title: 'That did not work · Sandbox',
    place: 'home',
    style: 'sandbox.css',
    status,
    body,
  })
}
