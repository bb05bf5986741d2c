import type { Context } from '../platform/context.ts'
import { after, fromEpoch } from '../platform/clock.ts'
import type { LINK_MS } from './rules.ts'

/** Which file a link opens: the one that was uploaded, or its thumbnail. */
export type LinkTarget = 'file' | 'thumbnail'

type Signing = Pick<Context, 'clock' | 'secrets'>

const PURPOSE = 'media links'

/**
 * A path that opens the file without a token until it runs out. It stays the same for a while, so that a browser can
 * cache the file.
 */
export function linkTo(
  { clock, secrets }: Signing,
  id: string,
  target: LinkTarget,
  { lasts, step }: typeof LINK_MS,
): string {
  const now = clock.now().getTime()
  const expires = Math.floor((now - (now % step) + lasts) / 1_000)
  const signature = secrets.sign(textOf(id, target, expires), PURPOSE)
  return `/media/${id}/${target}?expires=${expires}&signature=${signature}`
}

/** When a link runs out; undefined if it has run out already, or if its signature is wrong. */
export function readLink(
  { clock, secrets }: Signing,
  id: string,
  target: string,
  { expires = '', signature = '' }: { expires?: string; signature?: string },
): Date | undefined {
  if (!/^\d{1,11}$/.test(expires)) return undefined
  const at = after(fromEpoch(0), Number(expires) * 1_000)
  const right = secrets.isSigned(textOf(id, target, Number(expires)), PURPOSE, signature)
  return right && at > clock.now() ? at : undefined
}

const textOf = (id: string, target: string, expires: number) => `${id} ${target} ${expires}`
