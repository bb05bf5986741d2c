import { mail, passwordChangedMail, resetMail } from '../mails.ts'
import * as store from '../store.ts'
import { hashPassword } from './argon2id.ts'
import { checkCode, mailCode, spendCode } from './codes.ts'
import { countTry, forgive, triesAt } from './counting.ts'
import { rememberDevice } from './known-device.ts'
import { checkPassword } from './passwords.ts'
import { resetCookie } from './pending.ts'
import { expiredCode, codeElsewhere } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'

/** Mails a code to set a new password, if the address has an account; the answer does not tell. */
export async function requestPasswordReset(service: Embedded, visitor: Visitor, email: string) {
  const { ctx } = service
  await countTry(service, triesAt(service, visitor, 'code', email))
  const user = await store.findByEmail(ctx, email)
  const code = await mailCode(service, visitor, email, resetMail, user !== undefined)
  visitor.setCookies([resetCookie.set(ctx, email, code)])
}

/** Sets a new password by the mailed code, which also proves the address, and ends all sessions. */
export async function resetPassword(
  service: Embedded,
  visitor: Visitor,
  { email, otp, password }: { email: string; otp: string; password: string },
) {
  const { ctx } = service
  checkPassword(ctx, 'password', password, email)
  const code = resetCookie.read(ctx, visitor.headers.cookie, email)
  if (!code) throw codeElsewhere()
  await checkCode(service, code, otp)
  const user = await store.findByEmail(ctx, email)
  if (!user) throw expiredCode()

  const hash = await service.hashing(() => hashPassword(password, ctx.random))
  await ctx.transaction(async (tx) => {
    await spendCode(service, tx, code)
    await store.setEntry(tx, user.id, { hash }, ctx.clock.now())
    await store.setVerified(tx, user.id)
    await store.deleteSessions(tx, user.id)
    await tx.publish({ kind: 'session.ended', userId: user.id, id: user.id, rev: 0 })
  })
  ctx.admissions.forget(user.id)
  const own = triesAt(service, visitor, 'password', email).filter(([kind]) => kind === 'password')
  await forgive(service, own)
  rememberDevice(service, visitor, email)
  await mail(ctx, email, passwordChangedMail(ctx.config.publicUrl))
}
