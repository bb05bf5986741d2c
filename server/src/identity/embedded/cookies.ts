import type { ZodType } from 'zod'
import { seconds } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { BASE_PATH } from './library.ts'

/**
 * A cookie that only the identity service reads: sealed, so that a browser can neither read nor change it.
 * `place` ties a value to what it is about, such as an address; it is not read for another place.
 */
export function sealedCookie<T>(name: string, keptMs: number, value: ZodType<T>) {
  return {
    /** The header that sets it. */
    set(ctx: Context, place: string, content: T): string {
      const sealed = ctx.secrets.seal(JSON.stringify(content), `${name}:${place}`)
      return header(ctx, name, sealed.toString('base64url'), keptMs)
    },

    /** The header that takes it away. */
    remove: (ctx: Context): string => header(ctx, name, '', 0),

    /** Reads it from a request's cookies; undefined if it is missing, or was not made by us for this place. */
    read(ctx: Context, cookies: string | undefined, place: string): T | undefined {
      const start = `${fullName(ctx, name)}=`
      const found = cookies?.split(/;\s*/).find((one) => one.startsWith(start))
      if (!found) return undefined
      try {
        const sealed = Buffer.from(found.slice(start.length), 'base64url')
        return value.parse(JSON.parse(ctx.secrets.open(sealed, `${name}:${place}`)))
      } catch {
        return undefined
      }
    },
  }
}

function header(ctx: Context, name: string, value: string, keptMs: number): string {
  const secure = isHttps(ctx) ? '; Secure' : ''
  const maxAge = keptMs / seconds(1)
  return `${fullName(ctx, name)}=${value}; Path=${BASE_PATH}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

/** With the prefix a browser takes it from https only. `__Host-` would send it to every path. */
const fullName = (ctx: Context, name: string) =>
  `${isHttps(ctx) ? '__Secure-' : ''}carillon.${name}`

const isHttps = ({ config }: Context) => config.publicUrl.startsWith('https:')
