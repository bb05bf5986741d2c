import { after, days, seconds } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import * as store from '../store.ts'
import { CODE_SECONDS } from './library.ts'
import { limits, waitWords, type Limited } from './limits.ts'
import { codeDead } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'

/** No limit looks further back. */
const TRIES_KEPT_MS = days(1)

/** Counts a try by the e-mail address it is about, known or not. Throws `rate_limited` with the wait. */
export async function limit(service: Embedded, kind: Limited, email: string): Promise<void> {
  const wait = await count(service, kind, email)
  if (wait === 0) return
  throw new AppError('rate_limited', `Too many tries. Wait ${waitWords(wait)} and try again.`, {
    retryAfter: wait / seconds(1),
  })
}

/** Counts a try by the network it comes from; a server for one machine has one visitor, and no others to guard against. */
export async function limitNetwork(
  service: Embedded,
  kind: Limited & `network ${string}`,
  { address }: Visitor,
): Promise<void> {
  if (!service.ctx.config.local) await limit(service, kind, networkOf(address))
}

/** Somebody has shown who they are: what was counted against the address no longer counts. */
export async function clear(service: Embedded, kind: Limited, email: string): Promise<void> {
  await service.ctx.transaction((tx) => store.clearTries(tx, keyOf(service, kind, email)))
}

/** Counts that a code is mailed to the address; the tries at the one before are forgotten with it. */
export async function countCode(service: Embedded, email: string): Promise<void> {
  await limit(service, 'code', email)
  await clear(service, 'proof', email)
}

/** The same for a code that nobody asked for; false when there were enough lately. */
export async function mayMailCode(service: Embedded, email: string): Promise<boolean> {
  if ((await count(service, 'code', email)) > 0) return false
  await clear(service, 'proof', email)
  return true
}

/**
 * Counts a try at the code mailed to the address. Throws the same for every address when none was asked
 * for lately or it was tried too often: the answer must not tell whether a mail was sent.
 */
export async function countProof(service: Embedded, email: string): Promise<void> {
  const { ctx } = service
  const mailedAt = await store.lastTry(ctx, keyOf(service, 'code', email))
  if (!mailedAt || after(mailedAt, seconds(CODE_SECONDS)) <= ctx.clock.now()) throw codeDead()
  if ((await count(service, 'proof', email)) > 0) throw codeDead()
}

function count(service: Embedded, kind: Limited, who: string): Promise<number> {
  const now = service.ctx.clock.now()
  return service.ctx.transaction(async (tx) => {
    await store.forgetTries(tx, after(now, -TRIES_KEPT_MS))
    return store.countTry(tx, keyOf(service, kind, who), limits[kind], now)
  })
}

const keyOf = (service: Embedded, kind: Limited, who: string) => service.keyOf(`${kind} ${who}`)
