import { Api, InputFile, InputMediaBuilder } from 'grammy'
import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../testing.ts'
import { openChoir } from './choir-fixture.ts'
import { png } from '../testing/png.ts'

const choir = openChoir()
let sandbox: Sandbox
let chatId: number
beforeEach(() => ({ sandbox, chatId } = choir()))

const api = () => new Api(sandbox.botToken, { apiRoot: sandbox.botApiRoot })
const photo = (width = 40, height = 30) => new InputFile(png(width, height), 'photo.png')
const bytes = (text: string, name: string) => new InputFile(Buffer.from(text), name)

test('a photo is taken with its caption, and the ledger knows its bytes', async () => {
  const sent = await api().sendPhoto(chatId, photo(), {
    caption: ' Sunday ',
    caption_entities: [{ type: 'bold', offset: 1, length: 6 }],
    has_spoiler: true,
    show_caption_above_media: true,
    disable_notification: true,
  })
  expect(sent).toMatchObject({
    photo: [{ width: 40, height: 30, file_size: png(40, 30).length }],
    caption: 'Sunday',
    caption_entities: [{ type: 'bold', offset: 0, length: 6 }],
    has_media_spoiler: true,
    show_caption_above_media: true,
  })
  const [entry] = await sandbox.ledger()
  expect(entry).toMatchObject({
    text: 'Sunday',
    silent: true,
    media: [{ kind: 'photo', bytes: png(40, 30).length, uploaded: true }],
  })
  expect((await sandbox.judge()).violations.last).toEqual([])
})

test('every kind comes back as what it was sent, and again by its name alone', async () => {
  const kinds = {
    video: await api().sendVideo(chatId, bytes('film', 'a.mp4'), {
      duration: 3,
      width: 4,
      height: 5,
    }),
    animation: await api().sendAnimation(chatId, bytes('loop', 'a.mp4')),
    document: await api().sendDocument(chatId, bytes('page', 'rules.pdf')),
    audio: await api().sendAudio(chatId, bytes('song', 'a.mp3'), {
      title: 'Song',
      performer: 'Choir',
    }),
    voice: await api().sendVoice(chatId, bytes('word', 'a.ogg'), { duration: 2 }),
  }
  expect(kinds.video.video).toMatchObject({ duration: 3, width: 4, height: 5, file_name: 'a.mp4' })
  expect(kinds.animation.animation).toMatchObject({ file_size: 4 })
  expect(kinds.document.document).toMatchObject({ file_name: 'rules.pdf', file_size: 4 })
  expect(kinds.audio.audio).toMatchObject({ title: 'Song', performer: 'Choir' })
  expect(kinds.voice.voice).toMatchObject({ duration: 2, mime_type: 'audio/ogg' })

  await api().sendVideo(chatId, kinds.video.video.file_id)
  await api().sendVoice(chatId, kinds.voice.voice.file_id)
  const entries = await sandbox.ledger()
  const uploads = entries.map(({ media }) => media?.map(({ uploaded }) => uploaded))
  expect(uploads).toEqual([[true], [true], [true], [true], [true], [false], [false]])
  expect(entries[5]?.media?.[0]?.sha256).toBe(entries[0]?.media?.[0]?.sha256)
})

test('a name of a file is good for its own bot and its own kind only', async () => {
  const other = await sandbox.createBot({ username: 'other_bot' })
  await sandbox.addBot({ chatId, botId: other.id })
  const sent = await api().sendDocument(chatId, bytes('page', 'rules.pdf'))
  const stranger = new Api(other.token, { apiRoot: sandbox.botApiRoot })
  await expect(stranger.sendDocument(chatId, sent.document.file_id)).rejects.toThrow(
    'wrong file identifier/HTTP URL specified',
  )
  await expect(api().sendPhoto(chatId, sent.document.file_id)).rejects.toThrow(
    "can't use file of type Document as Photo",
  )
})

test('an album is one entry of several messages, with uploads and known files', async () => {
  const known = await api().sendPhoto(chatId, photo())
  const messages = await api().sendMediaGroup(chatId, [
    InputMediaBuilder.photo(photo(50, 50)),
    InputMediaBuilder.video(bytes('film', 'a.mp4'), { caption: 'Rehearsal' }),
    InputMediaBuilder.photo(known.photo[0]?.file_id ?? ''),
  ])
  const albumIds = new Set(
    messages.map((message) => 'media_group_id' in message && message.media_group_id),
  )
  expect(albumIds.size).toBe(1)
  const entry = (await sandbox.ledger())[1]
  expect(entry).toMatchObject({
    messageIds: messages.map(({ message_id }) => String(message_id)),
    text: 'Rehearsal',
    media: [
      { kind: 'photo', uploaded: true },
      { kind: 'video', uploaded: true },
      { kind: 'photo', uploaded: false },
    ],
  })
  expect((await sandbox.judge()).violations.last).toEqual([])

  await api().deleteMessages(
    chatId,
    messages.map(({ message_id }) => message_id),
  )
  expect((await sandbox.messages(chatId)).map(({ id }) => id)).toContain(known.message_id)
  expect((await sandbox.messages(chatId)).some(({ albumId }) => albumId)).toBe(false)
})

test('a caption is changed; a message without one says so', async () => {
  const sent = await api().sendPhoto(chatId, photo(), { caption: 'Sunday' })
  const edited = await api().editMessageCaption(chatId, sent.message_id, { caption: 'Monday' })
  expect(edited).toMatchObject({ caption: 'Monday', photo: [{ width: 40 }] })
  await expect(api().editMessageText(chatId, sent.message_id, 'Tuesday')).rejects.toThrow(
    'there is no text in the message to edit',
  )
  const text = await api().sendMessage(chatId, 'Hello')
  await expect(
    api().editMessageCaption(chatId, text.message_id, { caption: 'Hello' }),
  ).rejects.toThrow('there is no caption in the message to edit')
})

const send = (method: string, fields: Record<string, string | Blob>) => {
  const body = new FormData()
  body.append('chat_id', String(chatId))
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'file.bin')
  }
  return fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/${method}`, { method: 'POST', body })
}
const album = (...items: object[]) => JSON.stringify(items)
const attached = (type: string, more: object = {}) => ({ type, media: 'attach://one', ...more })

// Texts: the Bot API server's Client.cpp and TDLib; those in capitals are Telegram's own.
const refusals: [string, string, Record<string, string | Blob>, string][] = [
  ['no file', 'sendPhoto', {}, 'there is no photo in the request'],
  ['an empty file', 'sendVideo', { video: new Blob([]) }, 'file must be non-empty'],
  ['no picture', 'sendPhoto', { photo: new Blob(['not a picture']) }, 'IMAGE_PROCESS_FAILED'],
  ['a strip', 'sendPhoto', { photo: new Blob([png(2_100, 100)]) }, 'PHOTO_INVALID_DIMENSIONS'],
  [
    'an address',
    'sendPhoto',
    { photo: 'https://example.com/a.png' },
    'failed to get HTTP URL content',
  ],
  [
    'a heavy photo',
    'sendPhoto',
    { photo: new Blob([png(10, 10), Buffer.alloc(10 * 1024 * 1024)]) },
    `file of size ${10 * 1024 * 1024 + png(10, 10).length} bytes is too big for a photo; the maximum size is 10485760 bytes`,
  ],
  [
    'a long caption',
    'sendPhoto',
    { photo: new Blob([png(10, 10)]), caption: 'a'.repeat(1_025) },
    'message caption is too long',
  ],
  ['an empty album', 'sendMediaGroup', { media: '[]' }, 'there are no messages to send'],
  [
    'eleven items',
    'sendMediaGroup',
    {
      media: album(...Array.from({ length: 11 }, () => attached('video'))),
      one: new Blob(['film']),
    },
    'too many messages to send as an album',
  ],
  [
    'a document among photos',
    'sendMediaGroup',
    { media: album(attached('document'), attached('photo')), one: new Blob([png(10, 10)]) },
    "document can't be mixed with other media types",
  ],
  [
    'a voice message in an album',
    'sendMediaGroup',
    { media: album(attached('voice')), one: new Blob(['word']) },
    'can\'t parse InputMedia: type "voice" is unsupported',
  ],
  [
    'a part that is missing',
    'sendMediaGroup',
    { media: album(attached('video')) },
    "can't parse InputMedia: media not found",
  ],
  [
    'captions above and below',
    'sendMediaGroup',
    {
      media: album(attached('photo', { show_caption_above_media: true }), attached('photo')),
      one: new Blob([png(10, 10)]),
    },
    'parameter show_caption_above_media must be the same for all messages',
  ],
  [
    'a broken picture in an album',
    'sendMediaGroup',
    { media: album(attached('photo'), attached('photo')), one: new Blob(['not a picture']) },
    'failed to send message #1 with the error message "IMAGE_PROCESS_FAILED"',
  ],
]

test.for(refusals)('%s is refused in the real words, and nothing is sent', async (refusal) => {
  const [, method, fields, says] = refusal
  const answer = await send(method, fields)
  expect(await answer.json()).toMatchObject({
    error_code: 400,
    description: `Bad Request: ${says}`,
  })
  expect(await sandbox.ledger()).toEqual([])
})

test('more than 50 MB is refused as too large', async () => {
  const answer = await send('sendDocument', {
    document: new Blob([Buffer.alloc(51 * 1024 * 1024)]),
  })
  expect(await answer.json()).toMatchObject({
    error_code: 413,
    description: 'Request Entity Too Large',
  })
})

const kinds: [string, string, string, string][] = [
  ['sendPhoto', 'photo', 'can_send_photos', 'photos'],
  ['sendVideo', 'video', 'can_send_videos', 'videos'],
  ['sendDocument', 'document', 'can_send_documents', 'documents'],
  ['sendAudio', 'audio', 'can_send_audios', 'music'],
  ['sendVoice', 'voice', 'can_send_voice_notes', 'voice notes'],
  ['sendAnimation', 'animation', 'can_send_other_messages', 'animations'],
]

test.for(kinds)('%s needs the right of its kind', async ([method, field, right, words]) => {
  await sandbox.settings(chatId, { permissions: { [right]: false } })
  const answer = await send(method, { [field]: new Blob([png(10, 10)]) })
  expect(await answer.json()).toMatchObject({
    description: `Bad Request: not enough rights to send ${words} to the chat`,
  })
  expect(await api().sendMessage(chatId, 'Hello')).toMatchObject({ text: 'Hello' })
})

test('the phone shows a photo, an album and a document as members see them', async () => {
  await api().sendMediaGroup(chatId, [
    InputMediaBuilder.photo(photo(50, 50), { caption: 'Rehearsal' }),
    InputMediaBuilder.photo(photo(60, 50)),
  ])
  await api().sendDocument(chatId, bytes('<b>page</b>', 'rules.html'))
  const page = await (await fetch(`${sandbox.http}/sandbox/phone/chats/${chatId}`)).text()
  expect(page.match(/<img /g)).toHaveLength(2)
  expect(page.match(/Rehearsal/g)).toHaveLength(1)
  const link = /href="(\/sandbox\/phone\/files\/[^"]+)" download="rules.html"/.exec(page)?.[1]
  const file = await fetch(`${sandbox.http}${link}`)
  expect(file.headers.get('content-disposition')).toBe('attachment')
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(await file.text()).toBe('<b>page</b>')
})
