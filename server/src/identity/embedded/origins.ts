import type { Config } from '../../platform/config.ts'
import { foreignOrigin } from './refusals.ts'
import type { Visitor } from './service.ts'

/** The pages that may speak to us. On one machine people type its name in three ways. */
export function originsOf({ publicUrl, local }: Config): string[] {
  const { origin, protocol, port } = new URL(publicUrl)
  if (!local) return [origin]
  const suffix = port ? `:${port}` : ''
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}${suffix}`)
}

/**
 * Refuses a call that a page of another site makes with the visitor's cookies. A program, which keeps no
 * cookies, need not say where it is from.
 */
export function refuseForeign(config: Config, { headers }: Visitor): void {
  const { origin, referer, cookie } = headers
  const from = origin ?? (referer && URL.canParse(referer) ? new URL(referer).origin : undefined)
  if (from === undefined ? cookie : !originsOf(config).includes(from)) throw foreignOrigin()
}
