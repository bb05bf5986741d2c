import { AppError, reasonOf } from '../platform/errors.ts'
import { limitConcurrency } from '../platform/concurrency.ts'

/** Largest picture that is decoded, in pixels: what a phone's camera makes. Decoding takes memory for each pixel, however small the file is. */
const PIXELS_MAX = 50_000_000

/** Side of a thumbnail and of a profile photo, in pixels: what a list or an avatar needs on a high-resolution screen. */
const THUMBNAIL_SIDE = 320
const PHOTO_SIDE = 256

/** Side of a group's photo, which is shown beside its name. */
export const GROUP_SIDE = 96
/** Networks make them small; a larger picture is not decoded. */
export const GROUP_PIXELS_MAX = 4_000_000

/** No honest picture takes so long; one made to take long is given up. */
const SECONDS_MAX = 20

/** Side of a picture beside a link, as WhatsApp's clients make it; it is sent inside its message. */
const LINK_SIDE = 192

/** A process decodes one uploaded picture at a time, because each may take 100 MB; 20 may wait. */
const decodeUploaded = limitConcurrency(
  1,
  20,
  () =>
    new AppError('unavailable', 'Many pictures are being checked. Try again in a moment.', {
      retryAfter: 5,
    }),
)

/** A limit of their own: due messages do not wait for uploads. */
const makeForLink = limitConcurrency(
  1,
  200,
  () => new AppError('unavailable', 'Many pictures beside links are being made.'),
)

export type Picture = { width: number; height: number; thumbnail: Buffer }

/** Reads a whole picture. Returns its size as displayed, and a thumbnail. Throws `unprocessable` with a message for the user. */
export const readPicture = (bytes: Buffer): Promise<Picture> =>
  decodeUploaded(async () => {
    const picture = await open(bytes)
    const { autoOrient } = await withPictureError(() => picture.metadata())
    const thumbnail = picture
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
    return { ...autoOrient, thumbnail: await withPictureError(() => thumbnail.toBuffer()) }
  })

/**
 * Makes a profile photo: the square in the middle of a picture, encoded again, so that no metadata is kept, such as
 * where it was taken. Throws `unprocessable` with a message for the user.
 */
export const makeSquare = (
  bytes: Buffer,
  { side = PHOTO_SIDE, pixelsMax = PIXELS_MAX } = {},
): Promise<Buffer> =>
  decodeUploaded(async () => {
    const picture = (await open(bytes, pixelsMax))
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
    return withPictureError(() => picture.toBuffer())
  })

/** Makes the picture beside a link from one of our thumbnails: a JPEG, because phones read nothing else there, and so on white. */
export const makeLinkPicture = (thumbnail: Buffer): Promise<Buffer> =>
  makeForLink(async () => {
    const picture = (await open(thumbnail))
      .resize(LINK_SIDE, LINK_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 60 })
    return withPictureError(() => picture.toBuffer())
  })

/** The library is loaded when the first picture comes: it costs 115 ms and 21 MB. */
async function open(bytes: Buffer, limitInputPixels = PIXELS_MAX) {
  const { default: sharp } = await import('sharp')
  // No picture is read twice, and pictures come one at a time.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels, failOn: 'truncated' }).timeout({
    seconds: SECONDS_MAX,
  })
}

/** Turns sharp's errors into errors with words for the user. */
async function withPictureError<T>(work: () => Promise<T>): Promise<T> {
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
