import type { Content } from '../world/whatsapp/model.ts'
import type { Message } from './message-shape.ts'
import type { Value } from './protobuf.ts'

type Said = Value<typeof Message>

/** What a phone shows of a message that it opened. */
export function contentOf(message: Said): Content {
  const inner: Said =
    message.deviceSentMessage?.message ?? message.documentWithCaptionMessage?.message ?? message
  const { conversation, extendedTextMessage: extended } = inner
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV3
  const file = fileIn(inner)
  const context = extended?.contextInfo ?? file?.said.contextInfo
  return {
    text: conversation ?? extended?.text ?? file?.caption ?? '',
    ...(context?.mentionedJid ? { mentions: context.mentionedJid } : {}),
    ...(poll ? { poll: pollOf(poll) } : {}),
    ...(file ? { media: file.media } : {}),
  }
}

const pollOf = ({ name, options }: NonNullable<Said['pollCreationMessage']>) => ({
  question: name ?? '',
  options: (options ?? []).map(({ optionName }) => optionName ?? ''),
})

/** The file of a message, if it has one. */
function fileIn(message: Said) {
  const { imageMessage: image, videoMessage: video } = message
  const { audioMessage: audio, documentMessage: document } = message
  const said = image ?? video ?? audio ?? document
  if (!said) return undefined
  const kind = image ? 'photo' : video ? videoKind(video) : audio ? audioKind(audio) : 'document'
  const fileName = document?.fileName
  return {
    said,
    caption: image?.caption ?? video?.caption ?? document?.caption,
    media: {
      kind,
      mimetype: said.mimetype ?? '',
      bytes: said.fileLength ?? 0,
      ...(fileName ? { fileName } : {}),
    },
  }
}

const videoKind = ({ gifPlayback }: { gifPlayback?: boolean }) =>
  gifPlayback ? 'animation' : 'video'

const audioKind = ({ ptt }: { ptt?: boolean }) => (ptt ? 'voice' : 'audio')
