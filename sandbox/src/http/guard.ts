import type { IncomingMessage } from 'node:http'

const LOOPBACK_PEER = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Why a request is turned away; undefined lets it in. Only this machine may ask, by a name of this
 * machine (a foreign page could point its own name here), and a page of another origin may not write.
 */
export function strangerReason(request: IncomingMessage): string | undefined {
  if (!LOOPBACK_PEER.test(request.socket.remoteAddress ?? '')) {
    return 'The sandbox answers this machine only.'
  }
  if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
    return 'The sandbox answers to localhost and 127.0.0.1 only.'
  }
  const { origin } = request.headers
  const writes = request.method !== 'GET' && request.method !== 'HEAD'
  if (writes && origin !== undefined && !isLoopbackOrigin(origin)) {
    return 'A page of another site may not change the sandbox.'
  }
  return undefined
}

/** Whether an address is of this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && LOOPBACK_HOST.test(url.host)
}
