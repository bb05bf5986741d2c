import { after, seconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { ipNetworkOf } from '../../platform/http/ip-network.ts'
import * as store from '../store.ts'
import { knownDevice } from './known-device.ts'
import { limits, longestMs, waitWords, type Limited } from './limits.ts'
import type { Embedded, Visitor } from './service.ts'

/** One thing that is tried, and who or what it is counted for. */
export type Try = readonly [kind: Limited, of: string]

/**
 * What a try at an address counts as, by password or by mailed code: for a device that has signed in to it
 * before as its own, for all others by their network. A code for a change of address is counted apart, so that a
 * person who has just asked for one can still ask for a new password.
 */
export function triesAt(
  service: Embedded,
  visitor: Visitor,
  kind: 'password' | 'code',
  email: string,
  purpose?: 'change of address',
): Try[] {
  const device = knownDevice(service, visitor, email)
  const counted = purpose ? `${purpose} to ${email}` : email
  if (device) return [[kind, `${counted} on ${device}`]]
  return [
    ...triesFrom(service, visitor, `network ${kind}`),
    [kind, `${counted} from ${ipNetworkOf(visitor.address)}`],
    [`all ${kind}s`, email],
  ]
}

/** The same for what is counted by network alone. A server for one machine has one visitor, and no others to guard against. */
export const triesFrom = (
  { ctx }: Embedded,
  { address }: Visitor,
  kind: Limited & `network ${string}`,
): Try[] => (ctx.config.local ? [] : [[kind, ipNetworkOf(address)]])

/** Counts a try. Throws `rate_limited` with the wait when one of its limits is reached; then none counts it. */
export async function countTry(service: Embedded, tries: readonly Try[]): Promise<void> {
  await service.ctx.transaction(async (tx) => {
    await store.forgetTries(tx, service.ctx.clock.now())
    for (const one of tries) await countOne(service, tx, one)
  })
}

/** The same for what nobody asked for: false when a limit is reached. */
export async function mayTry(service: Embedded, tries: readonly Try[]): Promise<boolean> {
  try {
    await countTry(service, tries)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/** Counts a try in a transaction of the caller's; false when its limit is reached. */
export const isUnderLimit = async (service: Embedded, tx: Tx, one: Try): Promise<boolean> =>
  (await waitFor(service, tx, one)) === 0

/** Somebody has shown who they are: this try does not count, nor do those at the same address before it. */
export async function forgive(service: Embedded, tries: readonly Try[]): Promise<void> {
  await service.ctx.transaction(async (tx) => {
    for (const [kind, of] of tries) {
      const key = keyOf(service, kind, of)
      // The attempts of other people must not be forgotten with it.
      if (/^(network|all) /.test(kind)) await store.takeBackTry(tx, key)
      else await store.clearTries(tx, key)
    }
  })
}

async function countOne(service: Embedded, tx: Tx, one: Try): Promise<void> {
  const wait = await waitFor(service, tx, one)
  if (wait === 0) return
  const retryAfter = wait / seconds(1)
  throw new AppError('rate_limited', wordsFor(one[0], waitWords(wait)), { retryAfter })
}

function waitFor(service: Embedded, tx: Tx, [kind, of]: Try): Promise<number> {
  const now = service.ctx.clock.now()
  const forgetAt = after(now, longestMs(limits[kind]))
  return store.countTry(tx, keyOf(service, kind, of), limits[kind], { now, forgetAt })
}

function wordsFor(kind: Limited, wait: string): string {
  switch (kind) {
    case 'all passwords':
      return `Too many people try to sign in with this address. Wait ${wait}, set a new password with a code by e-mail, or use a browser in which you have signed in before.`
    case 'network sign-up':
      return `Too many accounts were created from your network. Wait ${wait} and try again.`
    default:
      return `Too many tries. Wait ${wait} and try again.`
  }
}

const keyOf = (service: Embedded, kind: Limited, of: string) => service.keyOf(`${kind} ${of}`)
