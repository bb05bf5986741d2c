import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on a free port for one test; it records its requests. */
export async function testServer(
  answer: (
    request: IncomingMessage,
    body: string,
  ) => { status: number; body?: unknown; headers?: object } | 'hang up' | 'break off',
) {
  const asked: {
    method: string
    url: string
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function serve(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers, body })
    const told = answer(request, body)
    if (told === 'hang up') {
      request.socket.destroy()
      return
    }
    if (told === 'break off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{"data":', () => request.socket.destroy())
      return
    }
    response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers })
    response.end(JSON.stringify(told.body ?? null))
  }

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
