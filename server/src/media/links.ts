import type { Context } from '../platform/context.ts'
import { after, fromEpoch } from '../platform/clock.ts'
import type { LINK_MS } from './rules.ts'

/** What of a file is opened. */
export type Variant = 'file' | 'thumbnail'

type Signing = Pick<Context, 'clock' | 'secrets'>

const PURPOSE = 'media links'

/**
 * The path of a file that opens it without a token until it runs out. It stays the same for a while, so that
 * a browser need not load the file again.
 */
export function linkTo(
  { clock, secrets }: Signing,
  id: string,
  variant: Variant,
  { lasts, step }: typeof LINK_MS,
): string {
  const now = clock.now().getTime()
  const expires = Math.floor((now - (now % step) + lasts) / 1_000)
  const signature = secrets.sign(textOf(id, variant, expires), PURPOSE)
  return `/media/${id}/${variant}?expires=${expires}&signature=${signature}`
}

/** When a link runs out; undefined when it has, or is not ours. */
export function readLink(
  { clock, secrets }: Signing,
  id: string,
  variant: string,
  { expires = '', signature = '' }: { expires?: string; signature?: string },
): Date | undefined {
  if (!/^\d{1,11}$/.test(expires)) return undefined
  const at = after(fromEpoch(0), Number(expires) * 1_000)
  const right = secrets.isSigned(textOf(id, variant, Number(expires)), PURPOSE, signature)
  return right && at > clock.now() ? at : undefined
}

const textOf = (id: string, variant: string, expires: number) => `${id} ${variant} ${expires}`
