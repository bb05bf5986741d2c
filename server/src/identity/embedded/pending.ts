import { z } from 'zod'
import { hours } from '../../platform/clock.ts'
import { MailedCode } from './codes.ts'
import { sealedCookie } from './cookies.ts'

/**
 * What somebody typed who has yet to prove an address, and the code that was mailed for it, in a cookie of
 * their browser. The code proves the mailbox, the cookie proves who chose the password. Without it a
 * stranger could sign up with your address and wait until you confirm it for them.
 */
const Pending = z.object({ name: z.string(), hash: z.string(), code: MailedCode })

/** Read for the address it is about; kept longer than a code works, so that another can be asked for. */
export const pendingCookie = sealedCookie('pending', hours(1), Pending)

/** The code that was mailed to a new address, in the browser of the person who wants to change to it. */
export const addressCookie = sealedCookie(
  'address',
  hours(1),
  z.object({ userId: z.string(), code: MailedCode }),
)

/** The code that was mailed to set a new password, in the browser that asked for it. */
export const resetCookie = sealedCookie('reset', hours(1), MailedCode)
