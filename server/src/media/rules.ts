import { PART_BYTES, PICTURE_BYTES_MAX, type MediaKind } from '@carillon/contract/media'
import { megabytes } from '../platform/server-limits.ts'
import { AppError } from '../platform/errors.ts'
import { days } from '../platform/clock.ts'

/** How each accepted type may be shown, the usual way first. Types that are not here are refused. */
const KINDS: Readonly<Record<string, readonly [MediaKind, ...MediaKind[]]>> = {
  'image/jpeg': ['photo', 'document'],
  'image/png': ['photo', 'document'],
  'image/webp': ['photo', 'document'],
  'image/gif': ['animation', 'document'],
  'video/mp4': ['video', 'animation', 'document'],
  'video/quicktime': ['document'],
  'video/webm': ['document'],
  'audio/mpeg': ['audio', 'voice', 'document'],
  'audio/x-m4a': ['audio', 'voice', 'document'],
  'audio/ogg; codecs=opus': ['voice', 'document'],
  'audio/ogg': ['document'],
  'audio/flac': ['document'],
  'audio/wav': ['document'],
  'application/pdf': ['document'],
  'application/zip': ['document'],
  'application/epub+zip': ['document'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['document'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['document'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['document'],
  'application/vnd.oasis.opendocument.text': ['document'],
  'application/vnd.oasis.opendocument.spreadsheet': ['document'],
  'application/vnd.oasis.opendocument.presentation': ['document'],
}

/** What a photo of a profile or of a group may be. */
export const PHOTOS = ['image/jpeg', 'image/png', 'image/webp']

/** An upload that has received nothing for this long is deleted. */
export const UNFINISHED_MS = days(1)

/**
 * `lasts`: how long a link to a file works. `step`: links made within this time are identical, so that browsers can cache
 * the file; such a link works for up to this much less.
 */
export const LINK_MS = { lasts: 15 * 60_000, step: 5 * 60_000 }

/** A photo of a profile or of a group is shown to its owner alone, on pages that stay open for days. */
export const PHOTO_LINK_MS = { lasts: days(7), step: days(1) }

/** Links in an export are often opened hours later. */
export const EXPORT_LINK_MS = { lasts: days(1), step: 60_000 }

/** How many upload parts a file has. It is also stored in these parts. */
export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

/** How many bytes an upload part has. */
export const bytesOfPart = (file: { bytes: number; parts: number }, part: number): number =>
  part < file.parts - 1 ? PART_BYTES : file.bytes - PART_BYTES * (file.parts - 1)

type Asked = { purpose: 'library' | 'photo' | 'group'; kind: MediaKind | null; bytes: number }

/**
 * How a file of this type is shown: as its uploader asked, or in the usual way. Throws `unsupported` for
 * a type that is not accepted, or not as asked, and `too_large` for a picture that no network accepts.
 */
export function kindOf(mime: string | undefined, { purpose, kind, bytes }: Asked): MediaKind {
  const possible = mime === undefined ? undefined : KINDS[mime]
  if (purpose === 'photo' && !PHOTOS.includes(mime ?? '')) {
    throw new AppError('unsupported', 'Choose a picture: JPEG, PNG or WebP.')
  }
  if (!possible) throw new AppError('unsupported', NOT_ACCEPTED)
  if (kind && !possible.includes(kind)) {
    const others = possible.map((one) => NAMES[one]).join(' or ')
    throw new AppError('unsupported', `This file can be sent as ${others}, not as ${NAMES[kind]}.`)
  }
  const chosen = kind ?? possible[0]
  if (mime?.startsWith('image/') && chosen !== 'document') {
    requirePictureSize(bytes, ', or send it as a document')
  }
  return chosen
}

/** Throws `too_large` for a file that no network accepts as a picture; `orElse` is what else can be done with it. */
export function requirePictureSize(bytes: number, orElse = ''): void {
  if (bytes <= PICTURE_BYTES_MAX) return
  throw new AppError(
    'too_large',
    `A picture may have ${megabytes(PICTURE_BYTES_MAX)}, and this one has ${megabytes(bytes)}. Make it smaller${orElse}.`,
  )
}

/** Whether the server itself reads it: for its size in pixels, its thumbnail, and to check that it is complete. */
export const isPicture = ({ kind, mime }: { kind: MediaKind; mime: string }): boolean =>
  kind !== 'document' && mime.startsWith('image/')

const NOT_ACCEPTED =
  'Files of this type are not accepted, even under another name. Accepted are pictures (JPEG, PNG, WebP, GIF), MP4 video, audio, PDF, ZIP, Word, Excel, PowerPoint and OpenDocument.'

const NAMES: Readonly<Record<MediaKind, string>> = {
  photo: 'a photo',
  video: 'a video',
  animation: 'an animation',
  audio: 'audio',
  voice: 'a voice message',
  document: 'a document',
}

/** Bytes of a file, both ends included. */
type Range = { from: number; to: number }

/**
 * The bytes that a `Range` header asks for. Undefined for the whole file: without the header, or with one that
 * we may ignore, such as one with several ranges. Null if the file has no such bytes.
 */
export function rangeOf(header: string | undefined, bytes: number): Range | undefined | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) === 0 ? null : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
  const from = Number(first)
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from < bytes ? { from, to } : null
}

/** Where the parts of a file are in the storage. */
export const folderOf = (id: string) => `media/${id}`
export const originalOf = (id: string) => `media/${id}/original`
export const partKey = (id: string, part: number) => `${originalOf(id)}/${part}`
export const thumbnailKey = (id: string) => `${folderOf(id)}/thumbnail`
