import { setTimeout as sleep } from 'node:timers/promises'
import { flagOf, isObject, jsonOf, textOf, type Args } from './arguments.ts'
import { fixCaption, parseCaption } from './formatted-text.ts'
import { attachedName, isGiven, readFile, ServerRefusal, type Input } from './input-files.ts'
import type { Method, MethodCall } from './methods.ts'
import { checkMayPost, targetFor, waitFor } from './posting.ts'
import { messageJson } from './present.ts'
import { badRequest } from './refusal.ts'
import { post, postAlbum } from '../world/telegram/messages.ts'
import type { Content, FileKind, Text } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'

const ALBUM_MAX = 10

/** A method that sends one file, which is in the parameter of the kind's name. */
const send =
  (kind: FileKind): Method =>
  async (call) => {
    const { args, world, bot } = call
    if (!isGiven(args, kind)) throw badRequest(`there is no ${kind} in the request`)
    const raw = parseCaption(world, args)
    targetFor(call)
    const input = await readFile(call, kind, { source: args[kind], facts: args })
    const content = mediaContent(input, fixCaption(raw), args)
    return postWhenAllowed(call, kind, () => {
      const { chat, draft } = targetFor(call)
      keep(world, [input])
      const sender = { botId: bot.id, media: [acceptedMedia(input)] }
      const message = post(world, chat, { ...draft, content }, sender)
      return messageJson(world, chat, message, { botId: bot.id })
    })
  }

/** Rights may have changed during the wait, so they are checked again. */
async function postWhenAllowed<T>(call: MethodCall, kind: FileKind, run: () => T): Promise<T> {
  const target = targetFor(call)
  checkMayPost(call, target, kind)
  const wait = waitFor(call, target.chat)
  if (wait === 0) return run()
  await sleep(wait)
  return postWhenAllowed(call, kind, run)
}

type Item = { kind: FileKind; given: Args; raw: Text }

const sendMediaGroup: Method = async (call) => {
  const { args, world, bot } = call
  const media = jsonOf(args, 'media', "can't parse media JSON object")
  if (media === undefined) throw badRequest('there are no messages to send')
  if (!Array.isArray(media)) throw badRequest('expected an Array of InputMedia')
  const items = media.map((item) => itemOf(call, item))
  targetFor(call)
  const read = await readItems(call, items)
  checkAlbum(items)
  return postAlbumWhenAllowed(call, items, () => {
    const { chat, draft } = targetFor(call)
    keep(
      world,
      read.map(({ input }) => input),
    )
    const sender = { botId: bot.id, media: read.map(({ input }) => acceptedMedia(input)) }
    const drafts = read.map(({ content }) => ({ ...draft, content }))
    const messages =
      drafts.length === 1 && drafts[0]
        ? [post(world, chat, drafts[0], sender)]
        : postAlbum(world, chat, drafts, sender)
    return messages.map((message) => messageJson(world, chat, message, { botId: bot.id }))
  })
}

async function postAlbumWhenAllowed<T>(call: MethodCall, items: Item[], run: () => T): Promise<T> {
  const target = targetFor(call)
  for (const { kind } of items) checkMayPost(call, target, kind)
  const wait = waitFor(call, target.chat, items.length)
  if (wait === 0) return run()
  await sleep(wait)
  return postAlbumWhenAllowed(call, items, run)
}

function itemOf({ world, args }: MethodCall, item: unknown): Item {
  if (!isObject(item)) throw unparsed('expected an Object')
  const type = textOf(item, 'type')
  if (type === 'animation') throw unparsed('type "animation" can\'t be used in sendMediaGroup')
  if (!isAlbumKind(type)) throw unparsed(`type "${type}" is unsupported`)
  const attached = attachedName(textOf(item, 'media'))
  const missing = attached !== undefined && !(args[attached] instanceof Blob)
  if (textOf(item, 'media') === '' || missing) throw unparsed('media not found')
  return { kind: type, given: item, raw: parseCaption(world, item) }
}

const unparsed = (what: string) => badRequest(`can't parse InputMedia: ${what}`)

const ALBUM_KINDS = ['photo', 'video', 'document', 'audio'] as const
const isAlbumKind = (type: string): type is (typeof ALBUM_KINDS)[number] =>
  (ALBUM_KINDS as readonly string[]).includes(type)

/** Reads the files one after the other; the first that cannot be taken fails the album by its number. */
async function readItems(
  call: MethodCall,
  items: Item[],
): Promise<{ input: Input; content: Content }[]> {
  const read: { input: Input; content: Content }[] = []
  for (const [index, { kind, given, raw }] of items.entries()) {
    try {
      const input = await readFile(call, kind, { source: given['media'], facts: given })
      read.push({ input, content: mediaContent(input, fixCaption(raw), given) })
    } catch (error) {
      if (!(error instanceof ServerRefusal) || items.length === 1) throw error
      throw badRequest(
        `failed to send message #${index + 1} with the error message "${error.words}"`,
      )
    }
  }
  return read
}

function checkAlbum(items: Item[]): void {
  if (items.length === 0) throw badRequest('there are no messages to send')
  if (items.length > ALBUM_MAX) throw badRequest('too many messages to send as an album')
  const visual = items.filter(({ kind }) => kind === 'photo' || kind === 'video')
  const above = visual.filter(({ given }) => flagOf(given, 'show_caption_above_media')).length
  if (above > 0 && above < visual.length) {
    throw badRequest('parameter show_caption_above_media must be the same for all messages')
  }
  const kinds = new Set(items.map(({ kind }) => (kind === 'photo' ? 'video' : kind)))
  const alone = items.find(({ kind }) => kind === 'document' || kind === 'audio')
  if (kinds.size > 1 && alone) {
    throw badRequest(`${alone.kind} can't be mixed with other media types`)
  }
}

/** Tells the world of the files that came with a call, now that the call is accepted. */
function keep(world: World, inputs: Input[]): void {
  for (const { file, uploaded } of inputs) {
    if (uploaded) world.commit({ type: 'fileStored', file })
  }
}

const acceptedMedia = ({ file: { kind, sha256, bytes }, uploaded }: Input) => ({
  kind,
  sha256,
  bytes,
  uploaded,
})

function mediaContent({ file }: Input, caption: Text, given: Args): Content {
  const visual = file.kind === 'photo' || file.kind === 'video' || file.kind === 'animation'
  return {
    kind: 'media',
    fileId: file.id,
    ...caption,
    ...(visual && flagOf(given, 'has_spoiler') ? { spoiler: true as const } : {}),
    ...(visual && flagOf(given, 'show_caption_above_media') ? { captionAbove: true as const } : {}),
  }
}

export const mediaMethods = {
  sendPhoto: send('photo'),
  sendVideo: send('video'),
  sendAnimation: send('animation'),
  sendDocument: send('document'),
  sendAudio: send('audio'),
  sendVoice: send('voice'),
  sendMediaGroup,
}
