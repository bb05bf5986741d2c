import type { IncomingMessage } from 'node:http'
import { minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { tokenBuckets } from '../platform/http/buckets.ts'
import { ipNetworkOf } from '../platform/http/ip-network.ts'
import { clientIp, trustOf } from '../platform/http/trust.ts'
import { limitConcurrency } from '../platform/concurrency.ts'

/** How often at most the log says that connections are refused, in milliseconds. */
const WARN_EVERY_MS = minutes(1)

/** Connections whose token waits to be checked; whoever comes then is refused, and tries again. */
const WAITING_MAX = 1_000

type IpNetwork = { sockets: number; limiter: ReturnType<typeof limitConcurrency> }

export type IpNetworks = {
  /** The IP network of the sender of a request, cached as long as the request exists. */
  networkOf(request: IncomingMessage): string
  /** Whether one more connection may be made from a network; counts the try. */
  mayConnect(network: string): boolean
  /** Counts an open connection; returns how to tell that it has ended. */
  countConnection(network: string): () => void
  /** Runs the check of a token when the limit of the network and that of the process let it. */
  check<T>(network: string, work: () => Promise<T>): Promise<T>
}

/** Counts, in memory, what the connections of each network take. */
export function openIpNetworks({ clock, config, log }: Context): IpNetworks {
  const { limits } = config
  const trust = trustOf(config.trustProxy)
  const known = new Map<string, IpNetwork>()
  const names = new WeakMap<IncomingMessage, string>()
  const perMinute = limits.connectsPerMinute
  const connects = tokenBuckets({ capacity: perMinute, perMinute }, clock)
  const limiter = limitConcurrency(limits.tokenChecks, WAITING_MAX, tooManyChecks)
  let warnedAt = -Infinity

  function warn(network: string, open: number) {
    const now = clock.steadyMs()
    if (now - warnedAt < WARN_EVERY_MS) return
    warnedAt = now
    log.warn(
      { ipNetwork: network, open },
      'Too many live connections from one IP network: new ones are refused. Behind a proxy, set TRUST_PROXY; otherwise all people count as one network.',
    )
  }

  return {
    networkOf(request) {
      const name = names.get(request) ?? ipNetworkOf(clientIp(request, trust) ?? '')
      names.set(request, name)
      return name
    },
    mayConnect(name) {
      const sockets = known.get(name)?.sockets ?? 0
      const may = sockets < limits.socketsPerNetwork && connects.take(name) === 0
      if (!may) warn(name, sockets)
      return may
    },
    countConnection(name) {
      const network = known.get(name) ?? {
        sockets: 0,
        limiter: limitConcurrency(limits.networkTokenChecks, WAITING_MAX, tooManyChecks),
      }
      known.set(name, network)
      network.sockets += 1
      return () => {
        network.sockets -= 1
        if (network.sockets === 0) known.delete(name)
      }
    },
    async check(name, work) {
      const network = known.get(name)
      if (!network) throw new AppError('unavailable', 'This connection has ended.')
      // The network's limiter comes first: who waits for it takes no place of the process.
      return network.limiter(() => limiter(work))
    },
  }
}

const tooManyChecks = () =>
  new AppError('unavailable', 'Too many pages connect at once. Try again in a moment.', {
    retryAfter: 5,
  })
