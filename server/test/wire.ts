import { once } from 'node:events'
import { connect } from 'node:net'

/** A request as it crosses the wire, for what no HTTP client would send. */
export const wireGet = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: carillon', ...headers, '', ''].join('\r\n')

/**
 * Sends requests on one TCP connection, each after the answer to the one before it. Returns the status of
 * each, as text. Fails when there is no answer within 3 seconds.
 */
export async function onOneConnection(port: number, requests: readonly string[]) {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  const statuses: string[] = []
  try {
    for (const request of requests) {
      socket.write(request)
      const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(3_000) })) as [
        string,
      ]
      statuses.push(chunk.split(/\s/)[1]!)
    }
  } finally {
    socket.destroy()
  }
  return statuses
}
