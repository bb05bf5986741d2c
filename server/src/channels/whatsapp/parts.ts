import { hash } from 'node:crypto'
import type { Compiled, SendFile, SendRequest } from '../port/sending.ts'
import { albumIdOf, messageIdOf } from './credentials.ts'
import type { LinkPreview, WireMessage } from './protocol.ts'

/** One message of a delivery. Most deliveries have one; an album has one that announces it, and one for each file. */
export type Part = {
  id: string
  /** A hash of what it says, independent of where its file is at the network. */
  said: string
  /** The file that it shows, and its index in the content. */
  file?: SendFile & { index: number }
  /** Whether it only announces an album. */
  announces?: true
  wire(handle: string): WireMessage
}

/** The messages of a delivery in their order. Ids are the same for every try of it. */
export function partsOf(
  {
    deliveryId,
    isAfter,
    content,
    files,
  }: Pick<SendRequest, 'deliveryId' | 'isAfter' | 'content' | 'files'>,
  { text, linkCard }: Pick<Compiled, 'text' | 'linkCard'>,
): Part[] {
  // Phones that have shown a file under the first id show no text under it.
  const id = messageIdOf(deliveryId, isAfter ? 'text' : 0)
  const [file] = files
  const mentions = mentionsIn(content)
  if (!file) {
    const wire = wordsOf(content, text, linkCard ?? false)
    return [{ id, said: saidOf([deliveryId, wire, undefined]), wire: () => wire }]
  }
  if (files.length === 1) {
    const wire = (handle: string) => ({ ...fileOf({ ...file, handle }, text), ...mentions })
    const said = saidOf([deliveryId, wire(''), file.mediaId])
    return [{ id, said, file: { ...file, index: 0 }, wire }]
  }
  const album = albumIdOf(id)
  const count = (of: string) => files.filter(({ kind }) => kind === of).length
  const announced: WireMessage = { kind: 'album', photos: count('photo'), videos: count('video') }
  const shown = files.map((one, index): Omit<Part, 'said'> => ({
    id: messageIdOf(deliveryId, index),
    file: { ...one, index },
    // The first file has the text, which mentions the members.
    wire: (handle) =>
      index === 0
        ? { ...fileOf({ ...one, handle }, text), album, ...mentions }
        : { ...fileOf({ ...one, handle }, ''), album },
  }))
  const parts: Omit<Part, 'said'>[] = [
    { id: album, announces: true, wire: () => announced },
    ...shown,
  ]
  // The hash covers all parts: if one file is changed, it is another album.
  const said = parts.map((part) => [part.wire(''), part.file?.mediaId])
  return parts.map((part) => {
    const hashed = saidOf([deliveryId, said, part.id])
    return { ...part, said: part.announces ? `${ANNOUNCES}${hashed}` : hashed }
  })
}

/** Prefix of the hash of a message that announces an album, which does not count as a message. */
export const ANNOUNCES = 'announces '

const saidOf = (said: unknown[]): string => hash('sha256', JSON.stringify(said), 'hex')

function wordsOf(
  content: SendRequest['content'],
  text: string,
  linkPreview: LinkPreview | false,
): WireMessage {
  if (content.kind !== 'poll') {
    const mentions = mentionsIn(content)
    return { kind: 'text', text, linkPreview, ...mentions }
  }
  const { options, multiple = false } = content.poll
  return { kind: 'poll', question: text, options: options.map((one) => one.trim()), multiple }
}

const mentionsIn = ({ options }: SendRequest['content']): { mentionAll?: true } =>
  options?.mentionAll ? { mentionAll: true } : {}

function fileOf(
  file: SendFile & { handle: string },
  caption: string,
): WireMessage & { kind: 'file' } {
  const { kind, fileName, mimeType, handle, width, height, durationMs } = file
  return {
    kind: 'file',
    caption,
    file: {
      kind,
      fileName,
      mimeType,
      handle,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(durationMs === undefined ? {} : { durationMs }),
    },
  }
}
