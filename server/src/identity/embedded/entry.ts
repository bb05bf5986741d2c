import { decodeJwt } from 'jose'
import { z } from 'zod'
import { IdentityUser } from '@carillon/contract/identity'
import { after, minutes, seconds } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { knownAddressMail, passwordChangedMail, resetMail, verificationMail } from '../mails.ts'
import { textOf } from '../rules.ts'
import * as store from '../store.ts'
import { clear, countCode, countProof, limit, limitNetwork, mayMailCode } from './counting.ts'
import { CODE_SECONDS, type Afterwards } from './library.ts'
import { passwordProblem } from './passwords.ts'
import { noPendingCookie, pendingCookie, readPending } from './pending.ts'
import { emailInUse, isReason, passwordRefused, sessionEnded } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'

/** How exactly people are told when a session was last used; each note is a write. */
const SEEN_EVERY_MS = minutes(5)

type Entry = { signedIn: boolean }
type Credentials = { email: string; password: string }

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
  checkPassword(service, 'password', password, email)
  await limitNetwork(service, 'network sign-up', visitor)
  const verified = ctx.config.auth.emailVerification
  if (verified) await countCode(service, email)

  const { after: did, cookies } = await service
    .askHashing(visitor, 'POST', '/sign-up/email', { email, password, name })
    .catch(async (error) => {
      // Of two who take the same address at once the second fails in the database.
      const taken = !(error instanceof AppError) && (await store.findByEmail(ctx, email))
      throw taken ? emailInUse() : error
    })
  if (!verified) {
    visitor.setCookies(cookies)
    return { signedIn: true }
  }
  if (did.known?.verified) await mail(service, email, knownAddressMail(ctx.config.publicUrl))
  else if (did.known) await mailNewCode(service, visitor, email)
  else await mailCode(service, did)
  visitor.setCookies([pendingCookie(ctx, { email, name, hash: did.hash ?? '' })])
  return { signedIn: false }
}

/** Signs in. Wrong passwords count against the address, whether it has an account or not. */
export async function signIn(
  service: Embedded,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<Entry> {
  await limitNetwork(service, 'network sign-in', visitor)
  await limit(service, 'password', email)
  try {
    const { cookies } = await service.askHashing(visitor, 'POST', '/sign-in/email', {
      email,
      password,
    })
    visitor.setCookies(cookies)
  } catch (error) {
    if (isReason(error, 'email_unverified')) await askForProof(service, visitor, email)
    throw error
  }
  await clear(service, 'password', email)
  return { signedIn: true }
}

/** The password was right, the address is yet to be proved: whoever typed it gets a code and may go on. */
async function askForProof(service: Embedded, visitor: Visitor, email: string) {
  await clear(service, 'password', email)
  const entry = await store.findEntry(service.ctx, email)
  if (!entry) return
  visitor.setCookies([pendingCookie(service.ctx, { email, ...entry })])
  if (await mayMailCode(service, email)) await mailNewCode(service, visitor, email)
}

/** Mails the code for a new address once more. Says nothing of whether there is one. */
export async function sendEmailCode(service: Embedded, visitor: Visitor, email: string) {
  await limitNetwork(service, 'network code', visitor)
  await countCode(service, email)
  const user = await store.findByEmail(service.ctx, email)
  // A proved address gets none: the code would sign in without the password.
  if (user && !user.emailVerified) await mailNewCode(service, visitor, email)
}

/** Proves the address by its code and signs in whoever signed up or in before, in this browser. */
export async function verifyEmail(
  service: Embedded,
  visitor: Visitor,
  { email, otp }: { email: string; otp: string },
): Promise<Entry> {
  const { ctx } = service
  await limitNetwork(service, 'network proof', visitor)
  const pending = readPending(ctx, visitor.headers.cookie, email)
  if (!pending) {
    throw new AppError(
      'forbidden',
      'Enter the code in the browser where you signed up, or sign in here first.',
    )
  }
  await countProof(service, email)
  const { body, cookies } = await service.ask(visitor, 'POST', '/email-otp/verify-email', {
    email,
    otp,
  })
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(body)
  await ctx.transaction((tx) => store.setEntry(tx, user.id, pending, ctx.clock.now()))
  await clear(service, 'code', email)
  visitor.setCookies([...cookies, noPendingCookie(ctx)])
  return { signedIn: true }
}

/** Mails a code to set a new password, if the address has an account; the answer does not tell. */
export async function requestPasswordReset(service: Embedded, visitor: Visitor, email: string) {
  await limitNetwork(service, 'network code', visitor)
  await countCode(service, email)
  const { after: did } = await service.ask(visitor, 'POST', '/email-otp/request-password-reset', {
    email,
  })
  await mailCode(service, did)
}

/** Sets a new password by the mailed code, which also proves the address, and ends all sessions. */
export async function resetPassword(
  service: Embedded,
  visitor: Visitor,
  { email, otp, password }: Credentials & { otp: string },
) {
  checkPassword(service, 'password', password, email)
  await limitNetwork(service, 'network proof', visitor)
  await countProof(service, email)
  await service.askHashing(visitor, 'POST', '/email-otp/reset-password', { email, otp, password })
  await clear(service, 'code', email)
  await clear(service, 'password', email)
  await mail(service, email, passwordChangedMail(service.ctx.config.publicUrl))
}

/** Changes the password of whoever is signed in; this browser stays so, all others do not. */
export async function changePassword(
  service: Embedded,
  visitor: Visitor,
  body: { currentPassword: string; newPassword: string },
) {
  const user = await readSession(service, visitor)
  if (!user) throw sessionEnded()
  checkPassword(service, 'newPassword', body.newPassword, user.email)
  await limit(service, 'password', user.email)
  const { cookies } = await service.askHashing(visitor, 'POST', '/change-password', {
    ...body,
    revokeOtherSessions: true,
  })
  await clear(service, 'password', user.email)
  visitor.setCookies(cookies)
  await mail(service, user.email, passwordChangedMail(service.ctx.config.publicUrl))
}

/** Who the cookie belongs to. A session in use is prolonged on the way. */
export async function readSession(
  service: Embedded,
  visitor: Visitor,
): Promise<IdentityUser | null> {
  const { body, cookies } = await service.ask(visitor, 'GET', '/get-session')
  visitor.setCookies(cookies)
  return z.object({ user: IdentityUser }).nullable().parse(body)?.user ?? null
}

/** A bearer token of the session. Throws `unauthenticated` when there is none. */
export async function issueToken(service: Embedded, visitor: Visitor): Promise<string> {
  const { body, cookies } = await service.ask(visitor, 'GET', '/token')
  visitor.setCookies(cookies)
  const { token } = z.object({ token: z.string() }).parse(body)
  await noteSeen(service, token)
  return token
}

/** A page that is open fetches a token every few minutes: so the session is known to be in use. */
async function noteSeen({ ctx }: Embedded, token: string) {
  const sessionId = textOf(decodeJwt(token)['sid'])
  const now = ctx.clock.now()
  if (!sessionId) return
  await ctx.transaction((tx) => store.noteSeen(tx, sessionId, now, after(now, -SEEN_EVERY_MS)))
}

export async function signOut(service: Embedded, visitor: Visitor) {
  const { cookies } = await service.ask(visitor, 'POST', '/sign-out', {})
  visitor.setCookies([...cookies, noPendingCookie(service.ctx)])
}

export async function signOutElsewhere(service: Embedded, visitor: Visitor) {
  await service.ask(visitor, 'POST', '/revoke-other-sessions', {})
}

function checkPassword({ ctx }: Embedded, path: string, password: string, email: string) {
  const problem = passwordProblem(password, {
    minLength: ctx.config.auth.passwordMinLength,
    email,
  })
  if (problem) throw passwordRefused(path, problem)
}

async function mailNewCode(service: Embedded, visitor: Visitor, email: string) {
  const path = '/email-otp/send-verification-otp'
  const { after: did } = await service.ask(visitor, 'POST', path, {
    email,
    type: 'email-verification',
  })
  await mailCode(service, did)
}

async function mailCode(service: Embedded, { code }: Afterwards) {
  if (!code) return
  const letter = code.kind === 'reset' ? resetMail(code.code) : verificationMail(code.code)
  await mail(service, code.to, letter, seconds(CODE_SECONDS))
}

/** Mails are jobs: the answer does not wait for a mail server, nor tell by its time that one was asked. */
async function mail(
  { ctx }: Embedded,
  to: string,
  letter: { subject: string; text: string; html: string },
  goodForMs?: number,
) {
  await ctx.transaction((tx) =>
    sendMail(ctx, tx, {
      to,
      ...letter,
      ...(goodForMs ? { goodUntil: after(ctx.clock.now(), goodForMs) } : {}),
    }),
  )
}
