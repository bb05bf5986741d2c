import { channelFacts } from '@carillon/contract/channels'
import type { Content, MediaItem } from '@carillon/contract/content/content'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Channel } from '../channels/port.ts'
import { MEDIA_NAMES } from '../channels/rules.ts'
import type { MediaFile } from '../media/actions.ts'
import { checkFollowUps } from './follow-up-checks.ts'
import { megabytes } from '../platform/limits.ts'

const NOTHING_TO_SEND = 'Write something to send.'

/** The files that contents name, by id. */
export type Files = ReadonlyMap<string, MediaFile>

/** The files of a content, in its order. */
export const mediaOf = (content: Content): readonly MediaItem[] =>
  content.kind === 'media' || content.kind === 'album' ? content.media : []

/** The content with what each of its files is, whatever it says of them itself. */
export function withKinds<C extends Content>(content: C, files: Files): C {
  if (content.kind !== 'media' && content.kind !== 'album') return content
  const media = content.media.map(({ mediaId, spoiler }) => {
    const kind = files.get(mediaId)?.kind
    return { mediaId, ...(spoiler ? { spoiler } : {}), ...(kind ? { kind } : {}) }
  })
  return { ...content, media }
}

/**
 * What keeps this content from being sent through these channels, at its fields and in words: the
 * same compilation as the sender's, so what passes here is not refused there for its length.
 */
export function checkContent(
  content: Content,
  files: Files,
  channels: Iterable<Channel>,
): FieldProblem[] {
  if (content.kind === 'text' && content.text.trim() === '') {
    return [{ path: 'content.text', message: NOTHING_TO_SEND }]
  }
  const known = withKinds(content, files)
  const found = [
    ...missing(content, files),
    ...[...channels].flatMap((channel) => [
      ...channel.compile(known).refusals.map(({ field, code, reason }) => ({
        path: `content.${field}`,
        message: code === 'text_empty' ? NOTHING_TO_SEND : reason,
      })),
      ...checkFiles(known, files, channel),
      ...checkFollowUps(content, channel),
    ]),
  ]
  const once = new Map(found.map((one) => [`${one.path} ${one.message}`, one]))
  return [...once.values()]
}

/** Files of a content that are not in the library any more. */
export const missing = (content: Content, files: Files): FieldProblem[] =>
  mediaOf(content).flatMap(({ mediaId }, place) =>
    files.has(mediaId) ? [] : [{ path: `content.media.${place}`, message: FILE_GONE }],
  )

const FILE_GONE = 'This file is not in your library any more. Choose another one.'

function checkFiles(content: Content, files: Files, { kind, media }: Channel): FieldProblem[] {
  const items = mediaOf(content)
  if (items.length === 0) return []
  const { network } = channelFacts[kind]
  if (!media) return [{ path: 'content.media', message: `${network} takes no files.` }]
  const found = items.flatMap(({ mediaId }, place) => {
    const file = files.get(mediaId)
    const message = file && refusalOf(file, media, network)
    return message ? [{ path: `content.media.${place}`, message }] : []
  })
  return content.kind === 'album' && !media.albums
    ? [...found, { path: 'content.media', message: `${network} shows one file in a message.` }]
    : found
}

/** Why a network does not take a file, in words. */
function refusalOf(
  { kind, bytes, width, height }: MediaFile,
  { bytesMax, photo }: NonNullable<Channel['media']>,
  network: string,
): string | undefined {
  const most = bytesMax[kind]
  if (most === undefined) return `${network} takes no ${MEDIA_NAMES[kind]}.`
  if (bytes > most) {
    return `This file has ${megabytes(bytes)}, and ${network} accepts ${megabytes(most)} of a ${MEDIA_NAMES[kind]}.`
  }
  if (kind !== 'photo' || !photo || !width || !height) return undefined
  const ratio = Math.max(width, height) / Math.min(width, height)
  if (width + height <= photo.sidesMax && ratio <= photo.ratioMax) return undefined
  return `${network} shows no photo of ${width} × ${height} pixels. Make it smaller, or send it as a document.`
}
