import { AppError, reasonOf } from '../platform/errors.ts'
import { limitConcurrency } from '../platform/concurrency.ts'

/** Largest picture that is unpacked, in pixels: what a phone's camera makes; a page of memory each, however few bytes it has. */
const PIXELS_MAX = 50_000_000

/** Side of a thumbnail, and of a profile photo, in pixels: what a list or an avatar needs on a sharp screen. */
const THUMBNAIL_SIDE = 320
const PHOTO_SIDE = 256

/** The same of a photo of a group, which stands beside its name. */
export const GROUP_SIDE = 96
/** Networks show them small; what is larger is none, and is not unpacked. */
export const GROUP_PIXELS_MAX = 4_000_000

/** No picture of that size takes as long; one made to is given up. */
const SECONDS_MAX = 20

/** The same of a picture beside a link, which travels inside its message: as clients of WhatsApp make it. */
const LINK_SIDE = 192

/** One picture at a time is unpacked in a process, since each may take a hundred megabytes; so many wait. */
const limited = limitConcurrency(
  1,
  20,
  () =>
    new AppError('unavailable', 'Many pictures are being checked. Try again in a moment.', {
      retryAfter: 5,
    }),
)

/** Thumbnails are small; what is due does not wait for what people upload. */
const drawn = limitConcurrency(
  1,
  200,
  () => new AppError('unavailable', 'Many pictures beside links are being made.'),
)

export type Picture = { width: number; height: number; thumbnail: Buffer }

/** Reads all of a picture: its size as it is seen, and a thumbnail. Throws `unprocessable` in words. */
export const look = (bytes: Buffer): Promise<Picture> =>
  limited(async () => {
    const picture = await open(bytes)
    const { autoOrient } = await told(() => picture.metadata())
    const thumbnail = picture
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
    return { ...autoOrient, thumbnail: await told(() => thumbnail.toBuffer()) }
  })

/**
 * Makes a profile photo of a picture: the square in its middle, drawn anew, so that nothing else of the file is
 * kept, as where it was taken. Throws `unprocessable` in words.
 */
export const makeSquare = (
  bytes: Buffer,
  { side = PHOTO_SIDE, pixelsMax = PIXELS_MAX } = {},
): Promise<Buffer> =>
  limited(async () => {
    const picture = (await open(bytes, pixelsMax))
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
    return told(() => picture.toBuffer())
  })

/** Makes the picture beside a link of a thumbnail of ours: a JPEG, since phones read no other there, so on white. */
export const makeLinkPicture = (thumbnail: Buffer): Promise<Buffer> =>
  drawn(async () => {
    const picture = (await open(thumbnail))
      .resize(LINK_SIDE, LINK_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 60 })
    return told(() => picture.toBuffer())
  })

/** The library is loaded when the first picture comes: it costs 115 ms and 21 MB. */
async function open(bytes: Buffer, limitInputPixels = PIXELS_MAX) {
  const { default: sharp } = await import('sharp')
  // Nothing is asked for twice, and pictures come one at a time.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels, failOn: 'truncated' }).timeout({
    seconds: SECONDS_MAX,
  })
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw /pixel limit|timeout/i.test(reasonOf(error)) ? tooManyPixels() : damaged()
  }
}

const tooManyPixels = () =>
  new AppError(
    'unprocessable',
    `This picture has more than ${PIXELS_MAX / 1_000_000} million pixels. Make it smaller.`,
  )

const damaged = () =>
  new AppError(
    'unprocessable',
    'This picture is damaged: not all of it can be read. Save it again, or choose another one.',
  )
