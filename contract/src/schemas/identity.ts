import { z } from 'zod'
import { Id } from './wire.ts'
import { DISPLAY_NAME_MAX } from '../users.ts'
import { PASSWORD_MAX } from '../wire.ts'

const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Enter an e-mail address, like name@example.com.')
  .pipe(z.email('Enter an e-mail address, like name@example.com.'))

const Password = z
  .string('Enter a password.')
  .min(1, 'Enter a password.')
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`)

/** Six digits, or ten for an address whose codes are being guessed; people paste them with spaces. */
const Code = z
  .string()
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^(\d{6}|\d{10})$/, 'Enter all digits of the code.'))

/** The user in the identity service. */
export const IdentityUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
})
export type IdentityUser = z.infer<typeof IdentityUser>

/** `signedIn` is false until the mailed code proves the address. */
export const Entry = z.object({ signedIn: z.boolean() })

export const SignUp = z.object({
  email: Email,
  password: Password,
  name: z.string().trim().max(DISPLAY_NAME_MAX, 'Use at most 60 characters.').default(''),
})

export const SignIn = z.object({ email: Email, password: Password })

export const IdentitySession = z.object({ user: IdentityUser.nullable() })

export const Token = z.object({ token: z.string() })

export const EmailAddress = z.object({ email: Email })

export const VerifyEmail = z.object({ email: Email, otp: Code })

export const ResetPassword = z.object({ email: Email, otp: Code, password: Password })

export const ChangePassword = z.object({ currentPassword: Password, newPassword: Password })

export const EmailChangeRequest = z.object({ email: Email, password: Password })

export const EmailChange = z.object({ email: Email, otp: Code })
