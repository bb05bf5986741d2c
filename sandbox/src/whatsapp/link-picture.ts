import type { Received } from './distribution.ts'
import { violate, type Network } from './network.ts'

/** A picture beside a link is part of its message, which is small: no app sends a larger one. */
const BYTES_MAX = 20_000

/** Stores the picture beside a link, if a phone could show it. */
export async function keepPicture(
  network: Network,
  { content, picture }: NonNullable<Received['opened']>,
): Promise<void> {
  const card = content?.linkCard ?? content?.change?.linkCard
  const text = content?.change?.text ?? content?.text ?? ''
  if (card && !text.includes(card.url)) {
    violate(network, 'What stands beside a link is of a link that is not in the text.')
  }
  if (!picture) return
  if (!card) return violate(network, 'A picture came beside no link.')
  if (Buffer.from(picture.subarray(0, 3)).toString('hex') !== 'ffd8ff') {
    return violate(network, 'The picture beside a link is no JPEG.')
  }
  if (picture.length > BYTES_MAX) {
    return violate(network, `The picture beside a link has ${picture.length} bytes.`)
  }
  const sha256 = await network.world.files.put(Buffer.from(picture))
  card.picture = { sha256, bytes: picture.length }
}
