import { seconds, type Clock } from '../../platform/clock.ts'
import type { Compiled, SendRequest } from '../port/sending.ts'

/** So long a text waits for the picture beside its link: less than what is left of a try. */
const WAIT_MS = seconds(5)

export const NO_PICTURE =
  'It went without the picture of its link preview, which could not be read in time.'

/** The picture beside a link as it is sent; `isLacking`: it cannot be had, and the text goes without it. */
export async function readPicture(
  clock: Clock,
  linkPicture: SendRequest['linkPicture'],
  { linkCard }: Pick<Compiled, 'linkCard'>,
): Promise<{ picture?: Uint8Array; isLacking?: true }> {
  if (!linkPicture || linkCard?.mediaId === undefined) return {}
  const late = Promise.withResolvers<undefined>()
  const forget = clock.later(WAIT_MS, () => late.resolve(undefined))
  const picture = await Promise.race([linkPicture().catch(() => undefined), late.promise])
  forget()
  return picture ? { picture } : { isLacking: true }
}
