import { decodeJwt } from 'jose'
import { z } from 'zod'
import { IdentityUser } from '@carillon/contract/schemas/identity'
import { after, minutes } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import { mail, passwordChangedMail } from '../mails.ts'
import { textOf } from '../rules.ts'
import * as store from '../store.ts'
import { verifyPassword } from './argon2id.ts'
import { countTry, forgive, type Try } from './counting.ts'
import { rememberDevice } from './known-device.ts'
import { checkPassword } from './passwords.ts'
import { pendingCookie } from './pending.ts'
import { sessionEnded, wrongPassword } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'

/** How exactly people are told when a session was last used; each note is a write. */
const SEEN_EVERY_MS = minutes(5)

/** Who the cookie belongs to. A session in use is prolonged on the way. */
export async function readSession(
  service: Embedded,
  visitor: Visitor,
): Promise<IdentityUser | null> {
  const { body, cookies } = await service.ask(visitor, 'GET', '/get-session')
  visitor.setCookies(cookies)
  const user = z.object({ user: IdentityUser }).nullable().parse(body)?.user ?? null
  if (user) rememberDevice(service, visitor, user.email)
  return user
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

/** Changes the password of whoever is signed in; this browser stays so, all others do not. */
export async function changePassword(
  service: Embedded,
  visitor: Visitor,
  body: { currentPassword: string; newPassword: string },
) {
  const { ctx } = service
  const user = await readSession(service, visitor)
  if (!user) throw sessionEnded()
  checkPassword(ctx, 'newPassword', body.newPassword, user.email)
  if (body.newPassword === body.currentPassword) {
    throw invalid('newPassword', 'This is the password that you have now. Choose another one.')
  }
  const tries: Try[] = [['own password', `${user.id} to change it`]]
  await countTry(service, tries)
  const { cookies } = await service.askHashing(visitor, 'POST', '/change-password', {
    ...body,
    revokeOtherSessions: true,
  })
  await forgive(service, tries)
  visitor.setCookies(cookies)
  await mail(ctx, user.email, passwordChangedMail(ctx.config.publicUrl))
}

/** Makes sure that whoever deletes an account knows its password. Throws at the field `password`, in words. */
export async function confirmDeletion(
  service: Embedded,
  userId: string,
  password: string | undefined,
): Promise<void> {
  if (!password) throw invalid('password', 'Enter your password to delete your account.')
  await checkOwnPassword(service, userId, password, 'to delete the account')
}

/**
 * Makes sure that whoever is signed in knows their password, for what a stolen session must not do. Each
 * purpose, `to …`, is counted by itself. Throws at the field `password`, in words.
 */
export async function checkOwnPassword(
  service: Embedded,
  userId: string,
  password: string,
  purpose: `to ${string}`,
): Promise<void> {
  const tries: Try[] = [['own password', `${userId} ${purpose}`]]
  await countTry(service, tries)
  const hash = await store.findPassword(service.ctx, userId)
  const right = hash && (await service.hashing(() => verifyPassword(password, hash)))
  if (!right) throw wrongPassword()
  await forgive(service, tries)
}

export async function signOut(service: Embedded, visitor: Visitor) {
  const { cookies } = await service.ask(visitor, 'POST', '/sign-out', {})
  visitor.setCookies([...cookies, pendingCookie.remove(service.ctx)])
}

export async function signOutElsewhere(service: Embedded, visitor: Visitor) {
  await service.ask(visitor, 'POST', '/revoke-other-sessions', {})
}
