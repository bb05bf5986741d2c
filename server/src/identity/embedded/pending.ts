import { z } from 'zod'
import { hours, seconds } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { BASE_PATH } from './library.ts'

/**
 * What somebody typed who has yet to prove an address: sealed in a cookie of their browser. The code
 * proves the mailbox, the cookie proves who chose the password. Without it a stranger could sign up with
 * your address and wait until you confirm it for them.
 */
const Pending = z.object({ email: z.string(), name: z.string(), hash: z.string() })
export type Pending = z.infer<typeof Pending>

const NAME = 'carillon.pending'

/** Longer than a code lives, so that a second code can be asked for. */
const KEPT_SECONDS = hours(1) / seconds(1)

const placeOf = (email: string) => `pending:${email}`

export function pendingCookie(ctx: Context, pending: Pending): string {
  const sealed = ctx.secrets.seal(JSON.stringify(pending), placeOf(pending.email))
  return cookie(ctx, sealed.toString('base64url'), KEPT_SECONDS)
}

export const noPendingCookie = (ctx: Context) => cookie(ctx, '', 0)

/** Reads the cookie; undefined when there is none for this address or it is not ours. */
export function readPending(
  ctx: Context,
  cookies: string | undefined,
  email: string,
): Pending | undefined {
  const [, value] = /(?:^|;\s*)carillon\.pending=([\w-]+)/.exec(cookies ?? '') ?? []
  if (!value) return undefined
  try {
    const plain = ctx.secrets.open(Buffer.from(value, 'base64url'), placeOf(email))
    return Pending.parse(JSON.parse(plain))
  } catch {
    return undefined
  }
}

function cookie(ctx: Context, value: string, maxAge: number): string {
  const secure = ctx.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${value}; Path=${BASE_PATH}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}
