import type { Agent } from 'node:https'
import { Readable } from 'node:stream'
import { prepareWAMessageMedia, proto, type AnyMediaMessageContent, type WASocket } from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import { HANDLE_MS, type NotBrought, type WireMessage, type WireFile } from '../protocol.ts'
import { silent } from './log.ts'
import { codeOf } from './groups.ts'
import { uploadOf } from './media-hosts.ts'
import { MENTIONS_ALL } from './mentions.ts'

/** Where a file is at the network, and its keys; phones can use them for weeks. */
type Handle = {
  url: string
  directPath: string
  mediaKey: string
  fileEncSha256: string
  fileSha256: string
  fileLength: number
  at: number
}

/** How long an upload may take. */
const UPLOAD_MS = 5 * 60_000

type FileFields = NonNullable<proto.IMessage['imageMessage']>

/** Uploads a file to the network. Returns the handle that names it from then on. */
export async function upload(
  socket: WASocket,
  agent: Agent | undefined,
  { kind, bytes }: { kind: WireFile['kind']; bytes: Uint8Array },
): Promise<{ handle: string } | NotBrought> {
  if (!socket.ws.isOpen) return { reason: 'The connection is down.' }
  try {
    const message = await prepareWAMessageMedia(
      contentOf(kind, Readable.from(piecesOf(bytes), { objectMode: false })),
      {
        upload: uploadOf(socket, agent),
        logger: silent,
        mediaUploadTimeoutMs: UPLOAD_MS,
      },
    )
    const { imageMessage, videoMessage, audioMessage, documentMessage } = message
    const uploaded = (imageMessage ?? videoMessage ?? audioMessage ?? documentMessage) as FileFields
    const base64 = (value: Uint8Array | null | undefined) =>
      Buffer.from(value ?? []).toString('base64')
    const handle: Handle = {
      url: uploaded.url ?? '',
      directPath: uploaded.directPath ?? '',
      mediaKey: base64(uploaded.mediaKey),
      fileEncSha256: base64(uploaded.fileEncSha256),
      fileSha256: base64(uploaded.fileSha256),
      fileLength: Number(uploaded.fileLength ?? bytes.length),
      at: systemClock.now().getTime(),
    }
    return { handle: JSON.stringify(handle) }
  } catch (error) {
    const code = codeOf(error)
    const { message: reason } = error as Error
    if (code !== undefined) return { reason, code }
    return socket.ws.isOpen ? { reason, refused: true } : { reason }
  }
}

/** Yields views of the bytes, so that no second copy of the file exists. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

const PIECE_BYTES = 64 * 1024

/** The message that shows a file in a chat; undefined when the network may have deleted the file. */
export function fileMessage(
  { file, caption, album, mentionAll }: Extract<WireMessage, { kind: 'file' }>,
  chat: string,
): proto.IMessage | undefined {
  const handle = readHandle(file.handle)
  if (!handle) return undefined
  const message = shown(file, handle, caption, mentionAll ? MENTIONS_ALL : undefined)
  if (album === undefined) return message
  const parentMessageKey = { remoteJid: chat, fromMe: true, id: album }
  const messageAssociation = { associationType: MEDIA_ALBUM, parentMessageKey }
  return { ...message, messageContextInfo: { messageAssociation } }
}

const { MEDIA_ALBUM } = proto.MessageAssociation.AssociationType

function shown(
  file: WireFile,
  handle: Handle,
  caption: string,
  contextInfo: proto.IContextInfo | undefined,
): proto.IMessage {
  const common = {
    url: handle.url,
    directPath: handle.directPath,
    mediaKey: Buffer.from(handle.mediaKey, 'base64'),
    fileEncSha256: Buffer.from(handle.fileEncSha256, 'base64'),
    fileSha256: Buffer.from(handle.fileSha256, 'base64'),
    fileLength: handle.fileLength,
    mediaKeyTimestamp: Math.floor(handle.at / 1000),
    mimetype: file.mimeType,
    ...(caption ? { caption } : {}),
    ...(contextInfo ? { contextInfo } : {}),
  }
  const size = {
    ...(file.width === undefined ? {} : { width: file.width }),
    ...(file.height === undefined ? {} : { height: file.height }),
  }
  const seconds =
    file.durationMs === undefined
      ? {}
      : { seconds: Math.max(1, Math.round(file.durationMs / 1000)) }
  switch (file.kind) {
    case 'photo':
      return { imageMessage: { ...common, ...size } }
    case 'video':
      return { videoMessage: { ...common, ...size, ...seconds } }
    case 'animation':
      return { videoMessage: { ...common, ...size, ...seconds, gifPlayback: true } }
    case 'audio':
      return { audioMessage: { ...common, ...seconds } }
    case 'voice':
      return { audioMessage: { ...common, ...seconds, ptt: true } }
    case 'document': {
      const documentMessage = { ...common, fileName: file.fileName, title: file.fileName }
      return caption
        ? { documentWithCaptionMessage: { message: { documentMessage } } }
        : { documentMessage }
    }
  }
}

function readHandle(handle: string): Handle | undefined {
  try {
    const read = JSON.parse(handle) as Handle
    return read.directPath && systemClock.now().getTime() - read.at < HANDLE_MS ? read : undefined
  } catch {
    return undefined
  }
}

// Without a thumbnail the library would start a program to make one, and without a length read all of it.
const NO_THUMBNAIL = ''

function contentOf(kind: WireFile['kind'], stream: Readable): AnyMediaMessageContent {
  const media = { stream }
  switch (kind) {
    case 'photo':
      return { image: media, jpegThumbnail: NO_THUMBNAIL }
    case 'video':
    case 'animation':
      return { video: media, jpegThumbnail: NO_THUMBNAIL }
    case 'audio':
    case 'voice':
      return { audio: media, seconds: 0 }
    case 'document':
      return { document: media, mimetype: 'application/octet-stream', fileName: 'file' }
  }
}
