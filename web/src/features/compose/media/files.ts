import type { MediaKind } from '@carillon/contract/media'
import { randomKey } from '../../../api/randomKey.ts'
import { ownOf } from '../others/own.ts'
import { nouns } from './nouns.ts'
import { isUnderWay } from './uploads.ts'

/** A file of a content, as a form has it. It has no `mediaId` while it is uploaded. */
export type ContentFile = {
  /** Its name in the form. */
  key: string
  mediaId?: string
  kind?: MediaKind
  name: string
  spoiler: boolean
}

type MediaItem = { mediaId: string; kind?: MediaKind | undefined; spoiler?: boolean | undefined }

/** Most files that networks show together. */
export const FILES_MAX = 10

/** What a file is called before it is uploaded. */
export const newFile = (name: string): ContentFile => ({ key: randomKey(), name, spoiler: false })

/** The files of a saved content. */
export const filesOf = (media: readonly MediaItem[] = []): ContentFile[] =>
  media.map(({ mediaId, kind, spoiler = false }) => ({
    key: mediaId,
    mediaId,
    ...(kind ? { kind } : {}),
    name: '',
    spoiler,
  }))

/** What the server is told of them. */
export const itemsOf = (files: readonly ContentFile[]): MediaItem[] =>
  files.flatMap(({ mediaId, spoiler }) =>
    mediaId ? [{ mediaId, ...(spoiler ? { spoiler } : {}) }] : [],
  )

/** The files with one at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

type Filed = { says: 'message' | 'poll'; files: readonly ContentFile[] }

/** Why the files of a content cannot be saved yet, in words, at the text they stand with: what is not there would be left out of a draft, too. A poll sends none. */
export function uploadProblem(
  said: Filed & { own: { telegram: Filed | null; whatsapp: Filed | null } },
): { path: string[]; message: string } | undefined {
  const all: [string[], Filed][] = [
    [[], said],
    ...ownOf(said.own).map(([id, own]): [string[], Filed] => [['own', id], own]),
  ]
  const [first] = all.flatMap(([at, { says, files }]) => {
    const message = says === 'message' ? missingProblem(files) : undefined
    return message ? [{ path: [...at, 'text'], message }] : []
  })
  return first
}

function missingProblem(files: readonly ContentFile[]): string | undefined {
  const missing = files.filter(({ mediaId }) => mediaId === undefined)
  if (missing.length === 0) return undefined
  return missing.every(({ key }) => isUnderWay(key))
    ? 'A file is not uploaded yet. Wait for it, or remove it.'
    : NOT_UPLOADED
}

/** What is said of a file whose upload has ended without it: nothing comes of waiting. */
export const NOT_UPLOADED = 'A file was not uploaded. Upload it again, or remove it.'

/** What keeps these files from being sent together, in words. */
export function filesProblem(files: readonly ContentFile[]): string | undefined {
  const missing = missingProblem(files)
  if (missing) return missing
  if (files.length > FILES_MAX) {
    return `A message takes at most ${FILES_MAX} files; these are ${files.length}. Send the others in another message.`
  }
  const kinds = new Set(files.map(({ kind }) => kind && together[kind]))
  kinds.delete(undefined)
  if (files.length < 2 || kinds.size <= 1) {
    const alone = files.length > 1 && files.find(({ kind }) => kind && together[kind] === 'alone')
    return alone ? `A ${nouns[alone.kind ?? 'document']} is sent alone.` : undefined
  }
  return 'Photos and videos go together; documents only with documents, and audio only with audio.'
}

/** What may stand together in an album: https://core.telegram.org/bots/api#sendmediagroup */
const together: Record<MediaKind, 'seen' | 'documents' | 'audio' | 'alone'> = {
  photo: 'seen',
  video: 'seen',
  document: 'documents',
  audio: 'audio',
  voice: 'alone',
  animation: 'alone',
}

/** What stands above or before a text, in a word. */
export const thingOf = (files: readonly Pick<ContentFile, 'kind'>[]): string =>
  files.length > 1
    ? 'files'
    : files[0]?.kind === 'photo'
      ? 'picture'
      : nouns[files[0]?.kind ?? 'document']

/** Whether members see it as a picture. */
export const isSeen = (kind: MediaKind | undefined) =>
  kind === 'photo' || kind === 'video' || kind === 'animation'

/** Whether there are files, and members see nothing but pictures. What is not uploaded yet is mostly one. */
export const areSeen = (files: readonly Pick<ContentFile, 'kind'>[]) =>
  files.length > 0 && files.every(({ kind }) => kind === undefined || isSeen(kind))
