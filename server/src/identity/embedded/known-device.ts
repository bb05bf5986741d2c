import { z } from 'zod'
import { days } from '../../platform/clock.ts'
import { sealedCookie } from './cookies.ts'
import type { Embedded, Visitor } from './service.ts'

/** As long as browsers keep a cookie at all. */
const KEPT_MS = days(400)

/** Addresses that one browser is known for: a family's computer, and a bound for the cookie. */
const ADDRESSES_MAX = 5

/**
 * A browser in which somebody has signed in before, and with which addresses, the newest first, as keyed
 * hashes. Tries from it are counted by themselves, so that a stranger's tries cannot use them up.
 */
const Device = z.object({ id: z.string(), addresses: z.array(z.string()) })
const cookie = sealedCookie('device', KEPT_MS, Device)
const PLACE = 'browser'

/** The id of the visitor's browser, if somebody has signed in to this address with it before. */
export function knownDevice(
  service: Embedded,
  visitor: Visitor,
  email: string,
): string | undefined {
  const device = cookie.read(service.ctx, visitor.headers.cookie, PLACE)
  return device?.addresses.includes(hashOf(service, email)) ? device.id : undefined
}

/** Remembers in the visitor's browser that it proved to belong to the owner of the address. */
export function rememberDevice(service: Embedded, visitor: Visitor, email: string): void {
  const { ctx } = service
  const address = hashOf(service, email)
  const known = cookie.read(ctx, visitor.headers.cookie, PLACE)
  if (known?.addresses[0] === address) return
  const others = known?.addresses.filter((one) => one !== address) ?? []
  const addresses = [address, ...others].slice(0, ADDRESSES_MAX)
  visitor.setCookies([cookie.set(ctx, PLACE, { id: known?.id ?? ctx.ids.next(), addresses })])
}

const hashOf = (service: Embedded, email: string) => service.keyOf(`device ${email}`)
