import type { ServerResponse } from 'node:http'
import type { Fault } from './fault-plan.ts'
import { Refusal, tooManyRequests } from './refusal.ts'

export type Answer = { status: number; body: string; retryAfter?: number }

/** The answer of a method: its result, or the refusal it threw. Anything else thrown is our own fault. */
export async function answerOf(run: () => unknown): Promise<Answer> {
  try {
    return { status: 200, body: JSON.stringify({ ok: true, result: await run() }) }
  } catch (error) {
    return refusalOf(error)
  }
}

export function refusalOf(error: unknown): Answer {
  if (!(error instanceof Refusal)) {
    const what = error instanceof Error ? error.message : String(error)
    return refusalOf(new Refusal(500, `Internal Server Error: the sandbox failed: ${what}`))
  }
  const { status, message, parameters } = error
  const body = { ok: false, error_code: status, description: message, parameters }
  const retryAfter = parameters?.retry_after
  return { status, body: JSON.stringify(body), ...(retryAfter ? { retryAfter } : {}) }
}

/** Sends the answer, as it is or as the fault leaves it. */
export function respond(response: ServerResponse, answer: Answer, fault?: Fault): void {
  switch (fault?.kind) {
    case undefined:
    case 'slow':
      return send(response, answer.status, 'application/json', answer.body, answer.retryAfter)
    case 'bad-gateway':
      return send(response, 502, 'text/html', BAD_GATEWAY)
    case 'restart':
      return respond(response, refusalOf(new Refusal(500, 'Internal Server Error: restart')))
    case 'flood':
      return respond(response, refusalOf(tooManyRequests(fault.amount)))
    case 'refuse':
      return respond(response, refusalOf(new Refusal(fault.status, fault.words)))
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'hang':
      // Nothing, ever: the client has to give up by itself.
      return
    case 'truncated':
      return send(
        response,
        answer.status,
        'application/json',
        answer.body.slice(0, answer.body.length / 2),
      )
    case 'wrong-type':
      return send(response, 200, 'text/html', '<!doctype html><title>Welcome</title>')
  }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  retryAfter?: number,
): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    ...(retryAfter ? { 'Retry-After': retryAfter } : {}),
    // A body that is not read to its end cannot be followed by another request.
    ...(status === 413 ? { Connection: 'close' } : {}),
  })
  response.end(body)
}

const BAD_GATEWAY =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n</body>\r\n</html>\r\n'
