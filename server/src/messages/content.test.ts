import type { ContentInput } from '@carillon/contract/content/content'
import { clientMessage, giveFiles } from '../../test/message.ts'
import { expect, test } from '../../test/test-app.ts'
import { giveFile } from '../../test/posting.ts'
import { contentData } from '../content/actions.ts'
import { deleteMedia, mediaData } from '../media/actions.ts'
import { retryDelivery } from '../deliveries/api.ts'
import { minutes } from '../platform/clock.ts'
import { createMessage, readMessage, sendMessageNow, updateMessage } from './actions.ts'
import { listMessages } from './list.ts'

test('a message names the kind of its content: a file, an album, a poll, buttons', async ({
  app,
}) => {
  const { user, groupIds, photo, video } = await giveFiles(app)
  const create = async (content: ContentInput) =>
    (await createMessage(user, clientMessage(groupIds, content))).content
  const media = [{ mediaId: photo, spoiler: true }]
  expect(await create({ text: 'Look', media, options: { captionAbove: true } })).toEqual({
    kind: 'media',
    text: 'Look',
    media: [{ mediaId: photo, spoiler: true, kind: 'photo' }],
    options: { captionAbove: true },
  })
  expect(await create({ media: [{ mediaId: photo }, { mediaId: video }] })).toMatchObject({
    kind: 'album',
    text: '',
    media: [{ kind: 'photo' }, { kind: 'video' }],
  })
  const poll = { question: 'Shall we?', options: ['Yes', 'No'], anonymous: false }
  expect(await create({ poll })).toEqual({ kind: 'poll', text: '', poll })
  const buttons = [[{ text: 'Plan', url: 'https://example.org' }]]
  expect(await create({ text: 'Look', buttons })).toEqual({ kind: 'text', text: 'Look', buttons })
  const linkCard = { title: 'The plan', description: 'All of it', mediaId: photo }
  expect(await create({ text: 'https://example.org', linkCard })).toEqual({
    kind: 'text',
    text: 'https://example.org',
    linkCard,
  })
})

test('a file stays while a message is to send it, and the export and a deletion know it', async ({
  app,
}) => {
  const { user, groupIds, photo, video, foreign } = await giveFiles(app)
  const beside = await giveFile(app, user)
  const linkCard = { title: 'The plan', mediaId: beside }
  const plan = { text: 'https://example.org', linkCard }
  const linked = await createMessage(
    user,
    clientMessage(groupIds, { text: 'Hello', overrides: { whatsapp: plan } }),
  )
  await expect(deleteMedia(user, beside)).rejects.toMatchObject({ code: 'conflict' })
  await updateMessage(user, linked.id, {
    ...clientMessage(groupIds, { text: 'No link.' }),
    rev: linked.rev,
  })
  await deleteMedia(user, beside)

  const message = await createMessage(
    user,
    clientMessage(groupIds, { media: [{ mediaId: photo }] }),
  )
  await expect(deleteMedia(user, photo)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/is still to be sent/),
  })
  // The older version is not sent any more.
  const { rev } = message
  await updateMessage(user, message.id, {
    ...clientMessage(groupIds, { text: 'Now a text.' }),
    rev,
  })
  await deleteMedia(user, photo)
  await deleteMedia(user, video)

  const said: unknown[] = []
  for await (const page of contentData.export(app.ctx, user.user.id)) {
    said.push(...page.map(({ body }) => body))
  }
  expect(said).toContainEqual({
    kind: 'media',
    text: '',
    media: [{ mediaId: photo, kind: 'photo' }],
  })
  const whatsapp = { kind: 'text', ...plan }
  expect(said).toContainEqual({ kind: 'text', text: 'Hello', overrides: { whatsapp } })
  await app.pool.query('delete from messages')
  await contentData.erase(app.ctx, user.user.id)
  await mediaData.erase(app.ctx, user.user.id)
  const { rows } = await app.pool.query(
    'select id from media union all select media_id from media_uses',
  )
  expect(rows).toEqual([{ id: foreign }])
})

test('what is on its way keeps its file, and what was sent can lose it, and says so', async ({
  app,
}) => {
  const { user, groupIds, photo } = await giveFiles(app)
  const { id } = await createMessage(user, clientMessage(groupIds, { media: [{ mediaId: photo }] }))
  await sendMessageNow(user, id)
  await app.pool.query(`update messages set status = 'failed'`)
  await expect(deleteMedia(user, photo)).rejects.toMatchObject({ code: 'conflict' })

  const { rows } = await app.pool.query<{ id: string }>(
    `update deliveries set status = 'failed', code = 'unknown', reason = 'Refused.' returning id`,
  )
  await app.pool.query(`update occurrences set failed = 1, status = 'failed', finished_at = due_at`)
  await app.pool.query(`update messages set status = 'failed'`)
  await deleteMedia(user, photo)
  await expect(retryDelivery(user, rows[0]!.id)).rejects.toThrow(
    'A file of it was deleted, so it cannot be sent again.',
  )
  await expect(sendMessageNow(user, id)).rejects.toMatchObject({
    extra: { details: [{ path: 'content.media.0' }] },
  })
  app.clock.advance(minutes(3))
  await app.runJobs()
  expect((await app.pool.query('select 1 from media where id = $1', [photo])).rows).toEqual([])
  expect((await readMessage(user, user, id)).content).toMatchObject({
    media: [{ mediaId: photo, kind: 'photo' }],
  })
})

test('a file is not deleted while its message is being made to send it again', async ({ app }) => {
  const { user, groupIds, photo } = await giveFiles(app)
  const content = { media: [{ mediaId: photo }] }
  const { id, rev } = await createMessage(user, clientMessage(groupIds, content))
  await app.pool.query(`update messages set status = 'canceled'`)
  const saved = updateMessage(user, id, { ...clientMessage(groupIds, content), rev })
  const both = await Promise.allSettled([saved, deleteMedia(user, photo)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('lists and searches name what a message without a text has', async ({ app }) => {
  const { user, groupIds, photo } = await giveFiles(app)
  await createMessage(user, clientMessage(groupIds, { media: [{ mediaId: photo }] }))
  await createMessage(
    user,
    clientMessage(groupIds, { poll: { question: 'Who sings tenor?', options: ['I', 'Nobody'] } }),
  )
  const found = async (q: string) => (await listMessages(user, { limit: 50, q })).items.length
  expect(await found('TENOR')).toBe(1)
  expect(await found('photo')).toBe(1)
  expect(await found('video')).toBe(0)
  // Also of one with a text.
  await createMessage(user, clientMessage(groupIds, { text: 'Look', media: [{ mediaId: photo }] }))
  expect(await found('photo')).toBe(2)
  expect(await found('Poll')).toBe(1)
})
