import type { IdentityUser } from '@carillon/contract/identity'
import { AppError } from '../../platform/errors.ts'
import { addressChangedMail, mail, newAddressMail, takenAddressMail } from '../mails.ts'
import * as store from '../store.ts'
import { checkCode, mailCode, spendCode } from './codes.ts'
import { countTry, triesAt } from './counting.ts'
import { rememberDevice } from './known-device.ts'
import { addressCookie } from './pending.ts'
import { codeElsewhere, emailInUse, sameEmail, sessionEnded } from './refusals.ts'
import type { Embedded, Visitor } from './service.ts'
import { checkOwnPassword, readSession } from './session.ts'

/**
 * Mails a code to the address that somebody wants to change to. For one that has an account the answer is the
 * same: only its owner is told.
 */
export async function requestEmailChange(
  service: Embedded,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
) {
  const { ctx } = service
  const user = await signedIn(service, visitor)
  if (email === user.email) throw sameEmail()
  await checkOwnPassword(service, user.id, password, 'to change the address')
  await countTry(service, triesAt(service, visitor, 'code', email, 'change of address'))

  const taken = (await store.findByEmail(ctx, email)) !== undefined
  const code = await mailCode(service, visitor, email, newAddressMail, !taken)
  if (taken) await mail(ctx, email, takenAddressMail(ctx.config.publicUrl))
  visitor.setCookies([addressCookie.set(ctx, email, { userId: user.id, code })])
}

/** Takes the new address over by the code that was mailed to it. Sessions stay; the former address is told. */
export async function changeEmail(
  service: Embedded,
  visitor: Visitor,
  { email, otp }: { email: string; otp: string },
) {
  const { ctx } = service
  const user = await signedIn(service, visitor)
  const asked = addressCookie.read(ctx, visitor.headers.cookie, email)
  if (!asked || asked.userId !== user.id) throw codeElsewhere()
  await checkCode(service, asked.code, otp)

  const taken = await ctx
    .transaction(async (tx) => {
      await spendCode(service, tx, asked.code)
      return !(await store.setEmail(tx, user.id, email, ctx.clock.now()))
    })
    .catch(async (error: unknown) => {
      // Of two who take the same address at once the second fails in the database.
      const other = error instanceof AppError ? undefined : await store.findByEmail(ctx, email)
      if (other === undefined || other.id === user.id) throw error
      return true
    })
  if (taken) throw emailInUse()
  ctx.admissions.forget(user.id)
  visitor.setCookies([addressCookie.remove(ctx)])
  rememberDevice(service, visitor, email)
  await mail(ctx, user.email, addressChangedMail(ctx.config.publicUrl, email))
}

async function signedIn(service: Embedded, visitor: Visitor): Promise<IdentityUser> {
  const user = await readSession(service, visitor)
  if (!user) throw sessionEnded()
  return user
}
