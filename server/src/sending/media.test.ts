import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Content } from '@carillon/contract/content/content'
import { giveContentOf } from '../../test/posting.ts'
import { openSending, type Sending } from '../../test/sending.ts'
import { choirs } from '../../test/sending-media.ts'
import { AppError } from '../platform/errors.ts'
import { minutes, seconds } from '../platform/clock.ts'
import { openLaneFiles } from './lanes/lane-files.ts'

const uploads = async ({ sandbox }: Sending) =>
  (await sandbox.ledger()).flatMap(({ media = [] }) => media).filter(({ uploaded }) => uploaded)

test('a video to many groups is brought to Telegram once, by whoever sends later, too', async () => {
  const sending = await openSending()
  const { sandbox, plan, startSending, sent } = sending
  const choir = await choirs(sending, 12, ['video'], 'From *Sunday*')
  const first = await startSending()
  await plan(choir)
  await sent(12)
  const entries = await sandbox.ledger()
  expect(entries).toHaveLength(12)
  expect(new Set(entries.map(({ text, media }) => `${text} ${media?.[0]?.kind}`))).toEqual(
    new Set(['From Sunday video']),
  )
  expect(await uploads(sending)).toHaveLength(1)

  await first.sender.close()
  await first.close()
  await startSending()
  await plan(choir)
  await sent(24)
  expect(await uploads(sending)).toHaveLength(1)
})

test('an album is one delivery with a receipt for each of its files', async () => {
  const sending = await openSending()
  const choir = await choirs(sending, 2, ['photo', 'video', 'photo'], 'Three')
  await sending.startSending()
  const [id] = await sending.plan(choir)
  await sending.sent(2)
  const { receipt } = await sending.row(id!)
  const [entry] = await sending.sandbox.ledger({ chat: choir.chatIds[0]! })
  expect(entry).toMatchObject({ text: 'Three', media: [{}, {}, {}] })
  expect((receipt as { externalIds: string[] }).externalIds).toEqual(entry!.messageIds)
  expect(await uploads(sending)).toHaveLength(3)
})

test('a name that Telegram has forgotten is forgotten here, and the bytes go again', async () => {
  const sending = await openSending()
  const { app } = sending
  const choir = await choirs(sending, 1, ['photo'])
  await app.pool.query('insert into media_handles values ($1, $2, $3)', [
    choir.accountId,
    choir.mediaIds[0],
    'forgotten',
  ])
  await sending.startSending()
  const [id] = await sending.plan(choir)
  await sending.reached(id!, 'sent')
  expect(await sending.attempts(id!)).toMatchObject([
    { outcome: 'handleRefused' },
    { outcome: 'sent' },
  ])
  const { rows } = await app.pool.query('select handle from media_handles')
  expect(rows).toEqual([{ handle: expect.not.stringMatching('forgotten') }])
})

test('what a try brought before it failed is named by the next one', async () => {
  const sending = await openSending()
  const choir = await choirs(sending, 1, ['photo', 'photo'])
  const media = choir.mediaIds.map((mediaId) => ({ mediaId, kind: 'photo' as const }))
  const said = { id: 'd1', content: { kind: 'album' as const, text: '', media } }
  const take = async () => (await openLaneFiles(sending.ctx, { id: choir.accountId }).take(said))!
  const failed = { kind: 'retry', scope: 'delivery', code: 'unreachable', reason: 'Slow.' } as const
  const lane = openLaneFiles(sending.ctx, { id: choir.accountId })
  await lane.answered(await take(), { ...failed, handles: ['brought', undefined] })
  expect((await take()).map(({ handle }) => handle)).toEqual(['brought', undefined])
  // Another name that is refused late says nothing of this one.
  const [file, other] = await take()
  const refused = { kind: 'handleRefused', reason: 'Unknown.' } as const
  await lane.answered([{ ...file!, handle: 'older' }, other!], refused)
  expect((await take()).map(({ handle }) => handle)).toEqual(['brought', undefined])
})

test('a lane that has sent hundreds of files finds all of an album', async () => {
  const sending = await openSending()
  const { app } = sending
  const choir = await choirs(sending, 1, ['photo', 'photo'])
  const [first, second] = choir.mediaIds
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into media (id, user_id, purpose, status, kind, mime, name, alt, bytes, parts, received, sha256, created_at, updated_at)
     select gen_random_uuid(), user_id, purpose, status, kind, mime, name, alt, bytes, parts, received,
       sha256(n::text::bytea), created_at, updated_at
     from media, generate_series(1, 499) n where id = $1 returning id`,
    [first],
  )
  await app.pool.query(
    `insert into media_handles (account_id, media_id, handle) select $1, id, 'h' from media`,
    [choir.accountId],
  )
  const lane = openLaneFiles(sending.ctx, { id: choir.accountId })
  const saying = (ids: (string | undefined)[]) => ({
    id: 'd1',
    content: {
      kind: 'album' as const,
      text: '',
      media: ids.map((mediaId) => ({ mediaId: mediaId!, kind: 'photo' as const })),
    },
  })
  await lane.take(saying([first, ...rows.map(({ id }) => id)]))
  expect(await lane.take(saying([first, second]))).toMatchObject([
    { mediaId: first },
    { mediaId: second },
  ])
})

test('storage that is away is waited for, and the delivery says so', async () => {
  const sending = await openSending()
  const { app, ctx } = sending
  const choir = await choirs(sending, 1, ['document'])
  let away = true
  const storage: typeof ctx.storage = {
    ...ctx.storage,
    async get(...given) {
      if (away) throw new AppError('unavailable', 'The place where files are kept does not answer.')
      return ctx.storage.get(...given)
    },
  }
  await sending.startSending({ ctx: { storage } })
  const [id] = await sending.plan(choir)
  await sending.reached(id!, 'waiting')
  expect(await sending.row(id!)).toMatchObject({
    code: 'media_away',
    reason: 'The place where files are kept does not answer.',
  })
  away = false
  app.clock.advance(seconds(5))
  await sending.reached(id!, 'sent')
  expect(await sending.sandbox.ledger()).toHaveLength(1)
})

test('a file whose bytes are lost fails its delivery, in words, and no other', async () => {
  const sending = await openSending()
  const { app } = sending
  const choir = await choirs(sending, 1, ['photo'])
  await rm(join(app.ctx.config.dataDir, 'files/media'), { recursive: true })
  await sending.startSending()
  const [id] = await sending.plan(choir)
  await sending.reached(id!, 'failed')
  expect(await sending.row(id!)).toMatchObject({
    code: 'media_gone',
    reason: 'A file of it is not there any more. Choose another one.',
  })
  await sending.reached(
    (await sending.plan({ ...choir, contentId: await saying(sending, choir) }))[0]!,
    'sent',
  )
})

test('an album counts each of its files for its turn, and waiting for an upload is not late', async () => {
  const sending = await openSending()
  const { app } = sending
  const album = await choirs(sending, 2, ['photo', 'photo', 'photo', 'photo'])
  await app.pool.query('update media set bytes = 3000000')
  const [first, second] = await sending.plan(album, { catchUpMs: minutes(1) })
  const patienceMs = async (id: string) => {
    const { due_at: due, expires_at: end } = await sending.row(id)
    return (end as Date).getTime() - (due as Date).getTime()
  }
  // Four of eighteen a minute, the last of them after three; 12 MB on the slowest line; and its minute.
  expect(await patienceMs(first!)).toBe(10_000 + 120_000 + 60_000)
  expect(await patienceMs(second!)).toBe(10_000 + 120_000 + 60_000)
})

test('a delivery is given the time that its own network takes for what goes there', async () => {
  const sending = await openSending()
  const { app } = sending
  const choir = await choirs(sending, 1, ['photo', 'photo', 'photo'])
  const [first, second, third] = choir.mediaIds.map((mediaId) => ({ mediaId }))
  await app.pool.query('update media set bytes = 3000000')
  const content = (kind: 'media' | 'album', ...media: { mediaId: string }[]) => ({
    kind,
    text: 'Sunday',
    media,
  })
  const patienceMs = async (said: Content) => {
    const contentId = await giveContentOf(app, choir.user, said)
    const [id] = await sending.plan({ ...choir, contentId }, { catchUpMs: minutes(1) })
    const { due_at: due, expires_at: end } = await sending.row(id!)
    return (end as Date).getTime() - (due as Date).getTime()
  }
  const one = content('media', first!)
  const another = { ...one, options: { textAfter: true } }
  const all = content('album', first!, second!, third!)
  // 3 MB on the slowest line, its minute, and its turn: later in the group with a text after it, and after what waits.
  expect(await patienceMs({ ...all, overrides: { telegram: one } })).toBe(30_000 + 60_040)
  expect(await patienceMs({ ...all, overrides: { telegram: another } })).toBe(30_000 + 63_333)
  expect(await patienceMs({ ...one, overrides: { whatsapp: all } })).toBe(30_000 + 60_120)
})

const saying = ({ app }: Sending, { user }: Awaited<ReturnType<typeof choirs>>) =>
  giveContentOf(app, user, { kind: 'text', text: 'Hello' })

test('polls and buttons are sent as they were said', async () => {
  const sending = await openSending()
  const { app, sandbox } = sending
  const choir = await sending.posting()
  const poll = { question: 'Shall we sing?', options: ['Yes', 'No'], multiple: true }
  const buttons = [[{ text: 'Plan', url: 'https://example.org/plan' }]]
  const contentId = await giveContentOf(app, choir.user, { kind: 'poll', text: '', poll, buttons })
  await sending.startSending()
  await sending.plan({ ...choir, contentId })
  await sending.sent(1)
  const messages = await sandbox.messages(choir.chatIds[0]!)
  expect(messages.at(-1)).toMatchObject({
    content: { kind: 'poll', poll: { question: 'Shall we sing?', multiple: true } },
    buttons,
  })
})
