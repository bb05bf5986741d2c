import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { after, minutes } from '../../platform/clock.ts'
import type { Tx } from '../../platform/context.ts'
import type { Letter } from '../../platform/mail/letter.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import * as store from '../store.ts'
import { isUnderLimit, mayTry, triesFrom, type Try } from './counting.ts'
import { knownDevice } from './known-device.ts'
import { expiredCode, wrongCode } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'

/** How long a mailed code works. */
const CODE_MS = minutes(10)

const SHORT_DIGITS = 6
/** For an address that somebody seems to guess at; see `short code` in the limits. */
const LONG_DIGITS = 10

/**
 * What a browser keeps, in a sealed cookie, of a code that was mailed for it: the code works in this
 * browser only, so nobody else's wrong guesses can use it up and nobody else's request replaces it.
 */
export const MailedCode = z.object({
  id: z.string(),
  /** A keyed hash of id and code; if no code was mailed, of random bytes, which no typed code matches. */
  hash: z.string(),
  /** In milliseconds since 1970. */
  until: z.number(),
})
export type MailedCode = z.infer<typeof MailedCode>

/**
 * Mails a code for the visitor's browser and returns what it keeps of it. If it is not `wanted`, nothing is
 * mailed and no code is accepted; the answer and the time it takes are the same.
 */
export async function mailCode(
  service: Embedded,
  visitor: Visitor,
  email: string,
  letter: (code: string) => Letter,
  wanted: boolean,
): Promise<MailedCode> {
  const { ctx } = service
  return ctx.transaction(async (tx) => {
    const code = digits(service, await lengthFor(service, tx, visitor, email))
    const id = ctx.ids.next()
    const goodUntil = after(ctx.clock.now(), CODE_MS)
    await store.rollbackUnless(tx, wanted, () =>
      sendMail(ctx, tx, { to: email, ...letter(code), goodUntil }),
    )
    const hash = service.hashCode(wanted ? `${id} ${code}` : ctx.random.bytes(32).toString('hex'))
    return { id, hash, until: goodUntil.getTime() }
  })
}

/** Checks a code that somebody typed. Throws in words, and counts the try. */
export async function checkCode(
  service: Embedded,
  mailed: MailedCode,
  code: string,
): Promise<void> {
  if (mailed.until <= service.ctx.clock.now().getTime()) throw expiredCode()
  if (!(await mayTry(service, [['tries at a code', mailed.id]]))) throw expiredCode()
  const typed = service.hashCode(`${mailed.id} ${code}`)
  if (!timingSafeEqual(Buffer.from(typed), Buffer.from(mailed.hash))) throw wrongCode()
}

/** Uses a checked code up, in the transaction of what it allows. Throws when somebody was quicker. */
export async function spendCode(service: Embedded, tx: Tx, { id }: MailedCode): Promise<void> {
  if (!(await isUnderLimit(service, tx, ['use of a code', id]))) throw expiredCode()
}

async function lengthFor(
  service: Embedded,
  tx: Tx,
  visitor: Visitor,
  email: string,
): Promise<number> {
  const device = knownDevice(service, visitor, email)
  const budgets: Try[] = device
    ? [['short code', `${email} on ${device}`]]
    : [...triesFrom(service, visitor, 'network short code'), ['short code', email]]
  for (const one of budgets) if (!(await isUnderLimit(service, tx, one))) return LONG_DIGITS
  return SHORT_DIGITS
}

/** A number of so many digits; 16 random bytes are enough for each to be as likely as any other. */
function digits({ ctx }: Embedded, count: number): string {
  const number = BigInt(`0x${ctx.random.bytes(16).toString('hex')}`) % 10n ** BigInt(count)
  return number.toString().padStart(count, '0')
}
