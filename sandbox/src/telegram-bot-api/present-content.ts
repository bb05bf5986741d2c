import { fileIdOf } from './input-files.ts'
import { userJson } from './present-people.ts'
import type { Content, Entity, Poll, StoredFile } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'

type Json = Record<string, unknown>

/** What a message says, with the files by the names that this bot has for them. */
export function contentJson(
  world: World,
  content: Exclude<Content, { kind: 'service' }>,
  botId: number,
): Json {
  switch (content.kind) {
    case 'text':
      return { text: content.text, ...entitiesJson(world, 'entities', content.entities) }
    case 'poll':
      return { poll: pollJson(content.poll) }
    case 'media': {
      const file = world.state.telegram.files.get(content.fileId)
      return {
        ...(file ? fileJson(file, botId) : {}),
        ...(content.text ? { caption: content.text } : {}),
        ...entitiesJson(world, 'caption_entities', content.entities),
        ...(content.spoiler ? { has_media_spoiler: true } : {}),
        ...(content.captionAbove ? { show_caption_above_media: true } : {}),
      }
    }
  }
}

const entitiesJson = (world: World, name: string, entities: Entity[]): Json =>
  entities.length ? { [name]: entities.map((entity) => entityJson(world, entity)) } : {}

function entityJson(world: World, { userId, customEmojiId, ...rest }: Entity): Json {
  return {
    ...rest,
    ...(userId ? { user: userJson(world, userId) } : {}),
    ...(customEmojiId ? { custom_emoji_id: customEmojiId } : {}),
  }
}

function fileJson(file: StoredFile, botId: number): Json {
  const { kind, id, bytes, mimeType, name, ...facts } = file
  const { width = 0, height = 0, duration = 0, title, performer } = facts
  const names = { file_id: fileIdOf(botId, file), file_unique_id: id, file_size: bytes }
  if (kind === 'photo') return { photo: [{ ...names, width, height }] }
  const base = { ...names, ...(name ? { file_name: name } : {}), mime_type: mimeType }
  switch (kind) {
    case 'document':
      return { document: base }
    case 'voice':
      return { voice: { ...base, duration } }
    case 'audio':
      return {
        audio: {
          ...base,
          duration,
          ...(title ? { title } : {}),
          ...(performer ? { performer } : {}),
        },
      }
    case 'video':
      return { video: { ...base, width, height, duration } }
    case 'animation':
      // Older clients know animations as documents, so the real server tells both.
      return { animation: { ...base, width, height, duration }, document: base }
  }
}

const pollJson = ({ question, options, anonymous, multiple, correct }: Poll): Json => ({
  question,
  options: options.map((text) => ({ text, voter_count: 0 })),
  total_voter_count: 0,
  is_closed: false,
  is_anonymous: anonymous,
  type: correct ? 'quiz' : 'regular',
  allows_multiple_answers: multiple,
})
