import type { Content, LinkButton, MediaItem } from '@carillon/contract/content/content'
import type { RawApi } from 'grammy'
import type { Message, MessageEntity } from 'grammy/types'
import type { Compiled, SendFile, SendRequest } from '../port/sending.ts'
import type { Uploads } from './uploads.ts'

type Signal = Parameters<RawApi['getMe']>[0]
type Rendered = Pick<Compiled, 'text' | 'entities'>

/** Makes the one call that posts a content, by its kind; returns the messages that it made. */
// oxlint-disable-next-line typescript/consistent-return -- every kind of content answers
export async function callSendMethod(
  api: RawApi,
  { externalId, topicId, content, files }: SendRequest,
  { rendered, uploads, signal }: { rendered: Rendered; uploads: Uploads; signal: Signal },
): Promise<Message[]> {
  const { silent, protect } = content.options ?? {}
  const target = {
    chat_id: externalId,
    ...(topicId ? { message_thread_id: Number(topicId) } : {}),
    ...(silent ? { disable_notification: true } : {}),
    ...(protect ? { protect_content: true } : {}),
  }
  const alone = { ...target, ...keyboardOf(content.buttons) }
  switch (content.kind) {
    case 'text':
      return [
        await api.sendMessage(
          {
            ...alone,
            text: rendered.text,
            entities: rendered.entities as MessageEntity[],
            ...(content.options?.linkPreview === 'off'
              ? { link_preview_options: { is_disabled: true } }
              : {}),
          },
          signal,
        ),
      ]
    case 'media': {
      const [file, item] = [files[0]!, content.media[0]!]
      const facts = {
        ...alone,
        ...captionOf(rendered),
        ...factsOf(file),
        ...looksOf(content, item, file),
      }
      return [await postFile(api, { file, named: uploads.of(file), facts, signal })]
    }
    case 'album': {
      const media = files.map((file, index) => ({
        type: file.kind,
        media: uploads.of(file),
        // Telegram shows the text of the first file as that of the album.
        ...(index === 0 ? captionOf(rendered) : {}),
        ...factsOf(file),
        ...looksOf(content, content.media[index]!, file),
      }))
      // `compile` has checked which kinds may be in one album.
      return api.sendMediaGroup({ ...target, media: media as AlbumItems }, signal)
    }
    case 'poll': {
      const { options, multiple, anonymous } = content.poll
      return [
        await api.sendPoll(
          {
            ...alone,
            question: rendered.text,
            options: options.map((text) => ({ text: text.trim() })),
            is_anonymous: anonymous ?? true,
            ...(multiple ? { allows_multiple_answers: true } : {}),
          },
          signal,
        ),
      ]
    }
  }
}

type AlbumItems = Parameters<RawApi['sendMediaGroup']>[0]['media']

type Posting = {
  file: SendFile
  named: ReturnType<Uploads['of']>
  facts: { chat_id: string }
  signal: Signal
}

// oxlint-disable-next-line typescript/consistent-return -- every kind of file answers
function postFile(api: RawApi, { file, named, facts, signal }: Posting): Promise<Message> {
  switch (file.kind) {
    case 'photo':
      return api.sendPhoto({ ...facts, photo: named }, signal)
    case 'video':
      return api.sendVideo({ ...facts, video: named, supports_streaming: true }, signal)
    case 'animation':
      return api.sendAnimation({ ...facts, animation: named }, signal)
    case 'audio':
      return api.sendAudio({ ...facts, audio: named }, signal)
    case 'voice':
      return api.sendVoice({ ...facts, voice: named }, signal)
    case 'document':
      // Else Telegram may make music or a video of it, and its answer has no document.
      return api.sendDocument(
        { ...facts, document: named, disable_content_type_detection: true },
        signal,
      )
  }
}

/** The `file_id` of a message's file; undefined if Telegram made another kind of it. */
export function handleIn(message: Message | undefined, { kind }: SendFile): string | undefined {
  if (kind === 'photo') return message?.photo?.at(-1)?.file_id
  return message?.[kind]?.file_id
}

const captionOf = ({ text, entities }: Rendered) =>
  text === '' ? {} : { caption: text, caption_entities: entities as MessageEntity[] }

/** Telegram reads the size of photos itself, and shows documents without one. */
function factsOf({ kind, handle, width, height, durationMs }: SendFile) {
  if (handle !== undefined || kind === 'photo' || kind === 'document') return {}
  const duration = durationMs === undefined ? {} : { duration: Math.round(durationMs / 1_000) }
  if (kind === 'audio' || kind === 'voice') return duration
  return { ...duration, ...(width && height ? { width, height } : {}) }
}

function looksOf({ options }: Content, { spoiler }: MediaItem, { kind }: SendFile) {
  if (kind !== 'photo' && kind !== 'video' && kind !== 'animation') return {}
  return {
    ...(spoiler ? { has_spoiler: true } : {}),
    ...(options?.captionAbove ? { show_caption_above_media: true } : {}),
  }
}

export const keyboardOf = (rows: LinkButton[][] | undefined) =>
  rows?.length
    ? {
        reply_markup: {
          inline_keyboard: rows.map((row) => row.map(({ text, url }) => ({ text, url }))),
        },
      }
    : {}
