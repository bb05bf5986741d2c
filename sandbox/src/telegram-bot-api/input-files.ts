import { randomUUID } from 'node:crypto'
import { imageSize } from 'image-size'
import { integerOf, textOf, type Args } from './arguments.ts'
import type { MethodCall } from './methods.ts'
import { badRequest, Refusal } from './refusal.ts'
import type { FileKind, StoredFile } from '../world/telegram/model.ts'

// The most that the public server accepts from a bot: in one request, and as a photo.
const FILE_BYTES_MAX = 50 * 1024 * 1024
const PHOTO_BYTES_MAX = 10 * 1024 * 1024
const PHOTO_SIDES_MAX = 10_000
const PHOTO_RATIO_MAX = 20
const DURATION_MAX = 86_400
const SIDE_MAX = 10_000

/** A file of a call: known already, or `uploaded` with it and not yet stored in the world. */
export type Input = { file: StoredFile; uploaded: boolean }

/** Whether a parameter names a file at all; the real server looks at this before it looks for the chat. */
export const isGiven = (args: Args, name: string): boolean =>
  args[name] instanceof Blob || textOf(args, name) !== ''

/**
 * The file that `source` names: an upload, another part of the body (`attach://`), or the identifier
 * that this bot was told. `facts` is the call, or the item of an album, that says its size and length.
 */
export async function readFile(
  { world, bot, args }: MethodCall,
  kind: FileKind,
  { source, facts }: { source: unknown; facts: Args },
): Promise<Input> {
  const text = typeof source === 'string' ? source : ''
  const blob = source instanceof Blob ? source : args[attachedName(text) ?? '']
  if (blob instanceof Blob)
    return { file: await stored(world.files, kind, blob, facts), uploaded: true }
  // Files by address would be fetched from the internet, which the sandbox never does.
  if (text.includes('.')) throw badRequest('failed to get HTTP URL content')
  const file = knownFile(world.state.telegram.files, bot.id, text)
  if (file.kind !== kind) {
    throw badRequest(`can't use file of type ${typeNames[file.kind]} as ${typeNames[kind]}`)
  }
  return { file, uploaded: false }
}

export const attachedName = (text: string): string | undefined =>
  text.startsWith('attach://') ? text.slice('attach://'.length) : undefined

/** What a bot calls a file; another bot's name for it means nothing. */
export const fileIdOf = (botId: number, file: StoredFile): string =>
  Buffer.from(`${botId}:${file.id}`).toString('base64url')

function knownFile(
  files: ReadonlyMap<string, StoredFile>,
  botId: number,
  fileId: string,
): StoredFile {
  const [owner, id = ''] = Buffer.from(fileId, 'base64url').toString().split(':')
  const file = owner === String(botId) ? files.get(id) : undefined
  if (!file) throw badRequest('wrong file identifier/HTTP URL specified')
  return file
}

async function stored(
  files: MethodCall['world']['files'],
  kind: FileKind,
  blob: Blob,
  facts: Args,
): Promise<StoredFile> {
  if (blob.size === 0) throw badRequest('file must be non-empty')
  if (blob.size > FILE_BYTES_MAX) throw new Refusal(413, 'Request Entity Too Large')
  if (kind === 'photo' && blob.size > PHOTO_BYTES_MAX) {
    throw badRequest(
      `file of size ${blob.size} bytes is too big for a photo; the maximum size is ${PHOTO_BYTES_MAX} bytes`,
    )
  }
  const bytes = Buffer.from(await blob.arrayBuffer())
  const name = blob instanceof File ? blob.name : ''
  return {
    id: randomUUID(),
    kind,
    sha256: await files.put(bytes),
    bytes: bytes.length,
    mimeType: mimeOf(kind, blob.type),
    ...(name && kind !== 'photo' && kind !== 'voice' ? { name } : {}),
    ...(kind === 'photo' ? photoSize(bytes) : toldFacts(kind, facts)),
  }
}

/** The sender's data about its file; the real server does not check it either. */
function toldFacts(kind: FileKind, facts: Args): Partial<StoredFile> {
  if (kind === 'document') return {}
  const number = (name: string, max: number) =>
    Math.min(max, Math.max(0, integerOf(facts, name, 0)))
  const duration = number('duration', DURATION_MAX)
  if (kind === 'voice') return { duration }
  if (kind === 'audio') {
    const title = textOf(facts, 'title')
    const performer = textOf(facts, 'performer')
    return { duration, ...(title ? { title } : {}), ...(performer ? { performer } : {}) }
  }
  return { duration, width: number('width', SIDE_MAX), height: number('height', SIDE_MAX) }
}

/** Throws a `ServerRefusal` for what Telegram's servers cannot show as a photo. */
function photoSize(bytes: Buffer): { width: number; height: number } {
  const { width, height, type } = sizeOf(bytes)
  if (!PHOTO_TYPES.includes(type ?? '')) throw new ServerRefusal('IMAGE_PROCESS_FAILED')
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height))
  if (width + height > PHOTO_SIDES_MAX || ratio > PHOTO_RATIO_MAX) {
    throw new ServerRefusal('PHOTO_INVALID_DIMENSIONS')
  }
  return { width, height }
}

function sizeOf(bytes: Buffer) {
  try {
    return imageSize(bytes)
  } catch {
    throw new ServerRefusal('IMAGE_PROCESS_FAILED')
  }
}

/** What Telegram's servers refuse behind the Bot API, which names the item when it is one of an album. */
export class ServerRefusal extends Refusal {
  readonly words: string

  constructor(words: string) {
    super(400, `Bad Request: ${words}`)
    this.words = words
  }
}

const PHOTO_TYPES = ['jpg', 'png', 'gif', 'webp', 'bmp']

/** The type by the kind where the part of the body does not say one that fits. */
function mimeOf(kind: FileKind, told: string): string {
  if (kind === 'document') return told || 'application/octet-stream'
  const [family] = usualTypes[kind].split('/')
  return told.startsWith(`${family}/`) && kind !== 'photo' ? told : usualTypes[kind]
}

const usualTypes: Record<Exclude<FileKind, 'document'>, string> = {
  photo: 'image/jpeg',
  video: 'video/mp4',
  animation: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg',
}

/** As TDLib names kinds of files. */
const typeNames: Record<FileKind, string> = {
  photo: 'Photo',
  video: 'Video',
  document: 'Document',
  audio: 'Audio',
  voice: 'VoiceNote',
  animation: 'Animation',
}
