import { seconds, type Clock } from '../../platform/clock.ts'
import type { Compiled, SendRequest } from '../port/sending.ts'

/** How long a text waits for the picture beside its link: less than the rest of a try. */
const WAIT_MS = seconds(5)

export const NO_PICTURE =
  'It went without the picture of its link preview, which could not be read in time.'

/** Reads the picture beside a link. `isLacking`: it cannot be read, and the text is sent without it. */
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
