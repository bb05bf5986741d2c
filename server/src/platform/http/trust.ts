import type { IncomingMessage } from 'node:http'
import proxyAddr, { compile } from '@fastify/proxy-addr'
import type { TrustProxy } from '../setting-readers.ts'

/** Whether the proxy at this address may say for whom it asks; the nearest one is hop 0. */
export type Trust = (address: string, hop: number) => boolean

/**
 * Whom the setting trusts. A plain number the framework takes for nobody, since it does not tell who may
 * connect directly; the operator's manual says that then only the proxies may.
 */
export function trustOf(setting: TrustProxy): Trust {
  if (setting === false) return () => false
  return typeof setting === 'number' ? (_address, hop) => hop < setting : compile([...setting])
}

/**
 * The IP address of who asks: that of the nearest one who is not a trusted proxy; undefined when the
 * connection has ended. For requests that the framework does not see, since they become WebSockets; of
 * all others it says the same.
 */
export const clientIp = (request: IncomingMessage, trust: Trust): string | undefined =>
  proxyAddr(request, trust)
