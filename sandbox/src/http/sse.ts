import type { FastifyReply } from 'fastify'

export type Stream = {
  send(data: unknown): void
  /** Runs once the reader has gone. */
  onEnd(run: () => void): void
}

// A comment now and then, so that a dead reader is noticed.
const HEARTBEAT_MS = 15_000

/** Turns a reply into a stream of server-sent events, one JSON value each. */
export function openStream(reply: FastifyReply): Stream {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  response.write(': open\n\n')
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  response.on('close', () => clearInterval(heartbeat))
  return {
    send: (data) => response.write(`data: ${JSON.stringify(data)}\n\n`),
    onEnd: (run) => response.on('close', run),
  }
}
