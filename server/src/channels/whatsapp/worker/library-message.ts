import {
  generateWAMessage,
  type AnyMessageContent,
  type BinaryNode,
  type proto,
  type WASocket,
  type WAUrlInfo,
} from 'baileys'
import type { SendWire, WireMessage } from '../protocol.ts'
import { silent } from './log.ts'

/** Makes the message with the library, without sending it. */
export async function generate(
  socket: WASocket,
  { id, chat, linkPicture }: Pick<SendWire, 'id' | 'chat' | 'linkPicture'>,
  wire: Exclude<WireMessage, { kind: 'file' }>,
): Promise<proto.IMessage> {
  const { message } = await generateWAMessage(chat, contentOf(wire, chat, linkPicture), {
    userJid: socket.user?.id ?? '',
    messageId: id,
    upload: socket.waUploadToServer,
    logger: silent,
  })
  return message ?? {}
}

function contentOf(
  wire: Exclude<WireMessage, { kind: 'file' }>,
  chat: string,
  picture: Uint8Array | undefined,
): AnyMessageContent {
  switch (wire.kind) {
    case 'text': {
      const { text, mentionAll = false } = wire
      return { text, linkPreview: previewOf(wire, picture), mentionAll }
    }
    case 'poll': {
      const { question, options, multiple } = wire
      const selectableCount = multiple ? 0 : 1
      return { poll: { name: question, values: options, selectableCount } }
    }
    case 'album': {
      const { photos, videos } = wire
      return { album: { expectedImageCount: photos, expectedVideoCount: videos } }
    }
    case 'edit':
      return {
        text: wire.text,
        linkPreview: previewOf(wire, picture),
        edit: { remoteJid: chat, fromMe: true, id: wire.of },
      }
    case 'delete':
      return { delete: { remoteJid: chat, fromMe: true, id: wire.of } }
  }
}

/** Null if there is none: if it were left out, the library would fetch the first address of the text. */
function previewOf(
  { linkPreview }: Extract<WireMessage, { kind: 'text' | 'edit' }>,
  picture: Uint8Array | undefined,
): WAUrlInfo | null {
  if (!linkPreview) return null
  const { url, title, description } = linkPreview
  return {
    'canonical-url': url,
    'matched-text': url,
    title,
    ...(description === undefined ? {} : { description }),
    ...(picture ? { jpegThumbnail: Buffer.from(picture) } : {}),
  }
}

/** The attributes of a message for the server, which cannot read the message itself. */
export function about({ kind }: WireMessage): {
  additionalAttributes?: Record<string, string>
  additionalNodes?: BinaryNode[]
} {
  if (kind === 'edit') return { additionalAttributes: { edit: '1' } }
  if (kind === 'delete') return { additionalAttributes: { edit: '7' } }
  if (kind !== 'poll') return {}
  return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] }
}
