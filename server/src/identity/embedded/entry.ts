import { createEmailVerificationToken } from 'better-auth/api'
import { AppError } from '../../platform/errors.ts'
import { knownAddressMail, mail, verificationMail } from '../mails.ts'
import * as store from '../store.ts'
import { checkCode, mailCode, spendCode } from './codes.ts'
import { countTry, forgive, mayTry, triesAt, triesFrom, type Try } from './counting.ts'
import { rememberDevice } from './known-device.ts'
import { checkPassword } from './passwords.ts'
import { pendingCookie } from './pending.ts'
import { expiredCode, emailInUse, isReason } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'

type Entry = { signedIn: boolean }
type Credentials = { email: string; password: string }

/** How long the library may take to sign in whoever proved the address, in seconds. */
const VERIFYING_SECONDS = 60

/**
 * Creates an account and signs in. Where addresses are verified the answer and the work are the same for
 * known and new ones: a mail, and a cookie that waits for its code.
 */
export async function signUp(
  service: Embedded,
  visitor: Visitor,
  { email, password, name }: Credentials & { name: string },
): Promise<Entry> {
  const { ctx } = service
  checkPassword(ctx, 'password', password, email)
  const verified = ctx.config.auth.emailVerification
  await countTry(service, [
    ...triesFrom(service, visitor, 'network sign-up'),
    ...(verified ? triesAt(service, visitor, 'code', email) : []),
  ])

  const { after: did, cookies } = await service
    .askHashing(visitor, 'POST', '/sign-up/email', { email, password, name })
    .catch(async (error) => {
      // Of two who take the same address at once the second fails in the database.
      const taken = !(error instanceof AppError) && (await store.findByEmail(ctx, email))
      throw taken ? emailInUse() : error
    })
  if (!verified) {
    visitor.setCookies(cookies)
    rememberDevice(service, visitor, email)
    return { signedIn: true }
  }
  // A code for a proved address would sign in without its password.
  const proved = did.known?.verified === true
  const code = await mailCode(service, visitor, email, verificationMail, !proved)
  if (proved) await mail(ctx, email, knownAddressMail(ctx.config.publicUrl))
  visitor.setCookies([pendingCookie.set(ctx, email, { name, hash: did.hash ?? '', code })])
  return { signedIn: false }
}

/** Signs in. Wrong passwords count against the address, whether it has an account or not. */
export async function signIn(
  service: Embedded,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<Entry> {
  const tries = triesAt(service, visitor, 'password', email)
  await countTry(service, tries)
  try {
    const { cookies } = await service.askHashing(visitor, 'POST', '/sign-in/email', {
      email,
      password,
    })
    visitor.setCookies(cookies)
  } catch (error) {
    if (isReason(error, 'email_unverified')) await askForProof(service, visitor, email, tries)
    throw error
  }
  await forgive(service, tries)
  rememberDevice(service, visitor, email)
  return { signedIn: true }
}

/** The password was right, the address is yet to be proved: whoever typed it gets a code and may go on. */
async function askForProof(
  service: Embedded,
  visitor: Visitor,
  email: string,
  tries: readonly Try[],
) {
  const { ctx } = service
  await forgive(service, tries)
  const entry = await store.findEntry(ctx, email)
  if (!entry) return
  const earlier = pendingCookie.read(ctx, visitor.headers.cookie, email)
  const again = await mayTry(service, triesAt(service, visitor, 'code', email))
  // Where it is too soon for another mail, the code from before goes on to work.
  const code =
    again || !earlier
      ? await mailCode(service, visitor, email, verificationMail, again)
      : earlier.code
  visitor.setCookies([pendingCookie.set(ctx, email, { ...entry, code })])
}

/** Mails the code for a new address once more, to whoever signed up in this browser. Says nothing of whether it did. */
export async function sendEmailCode(service: Embedded, visitor: Visitor, email: string) {
  const { ctx } = service
  await countTry(service, triesAt(service, visitor, 'code', email))
  const pending = pendingCookie.read(ctx, visitor.headers.cookie, email)
  const user = await store.findByEmail(ctx, email)
  const unproved = pending !== undefined && user?.emailVerified === false
  const code = await mailCode(service, visitor, email, verificationMail, unproved)
  if (pending) visitor.setCookies([pendingCookie.set(ctx, email, { ...pending, code })])
}

/**
 * Proves an e-mail address by its code. The person is signed in if they signed up or signed in before in this
 * browser.
 */
export async function verifyEmail(
  service: Embedded,
  visitor: Visitor,
  { email, otp }: { email: string; otp: string },
): Promise<Entry> {
  const { ctx } = service
  const pending = pendingCookie.read(ctx, visitor.headers.cookie, email)
  if (!pending) {
    throw new AppError(
      'forbidden',
      'Enter the code in the browser where you signed up, or sign in here first.',
    )
  }
  await checkCode(service, pending.code, otp)
  const user = await store.findByEmail(ctx, email)
  // Proved from another browser meanwhile: its password is the one that counts.
  if (!user || user.emailVerified) throw expiredCode()
  await ctx.transaction(async (tx) => {
    await spendCode(service, tx, pending.code)
    await store.setEntry(tx, user.id, pending, ctx.clock.now())
  })
  const token = await createEmailVerificationToken(
    service.secret,
    email,
    undefined,
    VERIFYING_SECONDS,
  )
  const { cookies } = await service.ask(visitor, 'GET', `/verify-email?token=${token}`)
  visitor.setCookies([...cookies, pendingCookie.remove(ctx)])
  rememberDevice(service, visitor, email)
  return { signedIn: true }
}
