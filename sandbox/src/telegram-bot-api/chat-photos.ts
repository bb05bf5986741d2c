import type { ServerResponse } from 'node:http'
import { textOf } from './arguments.ts'
import type { Method } from './methods.ts'
import { badRequest, Refusal } from './refusal.ts'
import { respond, refusalOf } from './responses.ts'
import { drawPicture, type GroupPicture } from '../world/group-picture.ts'
import type { Bot, Chat } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'

/** The sizes in which the real server has them, in pixels. */
const sizes = { small: 160, big: 640 }
type Size = keyof typeof sizes

/** What a bot calls the picture of a chat; another bot's name for it means nothing. */
const fileIdOf = (botId: number, photo: GroupPicture, size: Size): string =>
  Buffer.from(`chatphoto:${botId}:${photo.id}:${size}`).toString('base64url')

/** The same for every bot, until the chat has another picture. */
const uniqueIdOf = (photo: GroupPicture, size: Size) => `${photo.id}${size[0]}`

/** The photo in the result of getChat. */
export const chatPhotoJson = (botId: number, photo: GroupPicture) => ({
  small_file_id: fileIdOf(botId, photo, 'small'),
  small_file_unique_id: uniqueIdOf(photo, 'small'),
  big_file_id: fileIdOf(botId, photo, 'big'),
  big_file_unique_id: uniqueIdOf(photo, 'big'),
})

/** The photo in the service message about a new one. */
export const photoSizesJson = (botId: number, photo: GroupPicture) =>
  (['small', 'big'] as const).map((size) => ({
    file_id: fileIdOf(botId, photo, size),
    file_unique_id: uniqueIdOf(photo, size),
    file_size: drawPicture(photo, sizes[size]).length,
    width: sizes[size],
    height: sizes[size],
  }))

/** Only pictures of chats: bots have the files that they sent. */
const getFile: Method = ({ world, bot, args }) => {
  const fileId = textOf(args, 'file_id')
  if (fileId === '') throw badRequest('file_id not specified')
  const [, owner, id, size] =
    /^chatphoto:(\d+):(\w+):(small|big)$/.exec(Buffer.from(fileId, 'base64url').toString()) ?? []
  const photo = owner === String(bot.id) ? photoWith(world, bot, id ?? '') : undefined
  if (!photo) throw badRequest('wrong file_id or the file is temporarily unavailable')
  return {
    file_id: fileId,
    file_unique_id: uniqueIdOf(photo, size as Size),
    file_size: drawPicture(photo, sizes[size as Size]).length,
    file_path: `profile_photos/${photo.id}_${size}.png`,
  }
}

export const photoMethods = { getFile }

/** Serves the file of a path from getFile. */
export function serveFile(world: World, bot: Bot, path: string, response: ServerResponse): void {
  const [, id = '', size] = /^profile_photos\/(\w+)_(small|big)\.png$/.exec(path) ?? []
  const photo = photoWith(world, bot, id)
  if (!photo) return respond(response, refusalOf(new Refusal(404, 'Not Found')))
  const bytes = drawPicture(photo, sizes[size as Size])
  response
    .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length })
    .end(bytes)
}

/** The present picture of a chat that the bot has met. */
const photoWith = (world: World, bot: Bot, id: string): GroupPicture | undefined =>
  [...world.state.telegram.chats.values()].find(
    (chat: Chat) => chat.photo?.id === id && chat.members.has(bot.id),
  )?.photo ?? undefined
