import type { Content } from '../world/whatsapp/model.ts'
import type { Message } from './message-shape.ts'
import type { Value } from './protobuf.ts'

type Said = Value<typeof Message>

/** A file of a message, with what is needed to fetch and open it. */
export type FileContent = NonNullable<ReturnType<typeof fileIn>>

/** What a phone shows of a message that it opened, its file, and the picture beside its link. */
export function contentOf(opened: Said): {
  content: Content
  file?: FileContent
  picture?: Uint8Array
} {
  const message: Said = opened.deviceSentMessage?.message ?? opened
  const change = changeIn(message)
  if (change) return change
  const inner: Said =
    message.documentWithCaptionMessage?.message ??
    message.associatedChildMessage?.message ??
    message
  const { conversation, extendedTextMessage: extended } = inner
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV3
  const file = fileIn(inner)
  const mentions = extended?.contextInfo?.mentionedJid ?? file?.said.contextInfo?.mentionedJid
  const context =
    opened.messageContextInfo ?? message.messageContextInfo ?? inner.messageContextInfo
  const albumOf = context?.messageAssociation?.parentMessageKey?.id
  return {
    content: {
      text: conversation ?? extended?.text ?? file?.caption ?? '',
      ...(mentions ? { mentions } : {}),
      ...cardIn(extended),
      ...(poll ? { poll: pollOf(poll) } : {}),
      ...(message.albumMessage ? { albumSize: sizeOf(message.albumMessage) } : {}),
      ...(albumOf ? { albumOf } : {}),
    },
    ...(file ? { file } : {}),
    ...(extended?.jpegThumbnail ? { picture: extended.jpegThumbnail } : {}),
  }
}

/** The link preview above a text. Phones show it only if it has a title. */
function cardIn({ matchedText: url, title, description }: TextSaid = {}) {
  return url && title ? { linkCard: { url, title, ...(description ? { description } : {}) } } : {}
}

type TextSaid = NonNullable<Said['extendedTextMessage']>

const sizeOf = ({ expectedImageCount, expectedVideoCount }: NonNullable<Said['albumMessage']>) =>
  (expectedImageCount ?? 0) + (expectedVideoCount ?? 0)

const pollOf = ({ name, options }: NonNullable<Said['pollCreationMessage']>) => ({
  question: name ?? '',
  options: (options ?? []).map(({ optionName }) => optionName ?? ''),
})

function fileIn(message: Said) {
  const { imageMessage: image, videoMessage: video } = message
  const { audioMessage: audio, documentMessage: document } = message
  if (image) return { kind: 'photo' as const, said: image, caption: image.caption }
  if (video) {
    const kind = video.gifPlayback ? ('animation' as const) : ('video' as const)
    return { kind, said: video, caption: video.caption }
  }
  if (audio) {
    const kind = audio.ptt ? ('voice' as const) : ('audio' as const)
    return { kind, said: audio, caption: undefined }
  }
  if (!document) return undefined
  const { caption, fileName } = document
  return { kind: 'document' as const, said: document, caption, fileName }
}

function changeIn({ protocolMessage }: Said): ReturnType<typeof contentOf> | undefined {
  const { key, type = REVOKE, editedMessage } = protocolMessage ?? {}
  if (!key?.id) return undefined
  const changed = (change: NonNullable<Content['change']>) => ({ content: { text: '', change } })
  if (type === REVOKE) return changed({ of: key.id })
  if (type !== EDIT || !editedMessage) return undefined
  const { content, picture } = contentOf(editedMessage)
  const { text, linkCard } = content
  return {
    ...changed({ of: key.id, text, ...(linkCard ? { linkCard } : {}) }),
    ...(picture ? { picture } : {}),
  }
}

const REVOKE = 0
const EDIT = 14
