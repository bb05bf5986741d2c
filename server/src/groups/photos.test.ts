import { buffer } from 'node:stream/consumers'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { png } from '../../../sandbox/src/testing.ts'
import { createPosting } from '../../test/posting.ts'
import { memoryNetwork } from '../channels/conformance/memory-network.ts'
import { serve } from '../media/serving.ts'
import { sweep } from '../media/clearing.ts'
import { after, days, minutes, seconds } from '../platform/clock.ts'
import type { Tx } from '../platform/context.ts'
import { exportUser } from '../users/export.ts'
import { addGroup, getGroup, listGroups, removeGroup } from './actions.ts'
import { handleChatEvent } from './events.ts'
import { fetchDuePhotos, fetchPhoto } from './photos.ts'
import { takeTurn } from './photos-store.ts'
import { presentGroup } from './present.ts'

/** Somebody with groups on a network in memory, and what its channel was asked. */
async function start(app: TestApp, titles = ['Choir']) {
  const network = memoryNetwork()
  const asked: string[] = []
  const channel = network.channel()
  const counted = {
    ...channel,
    photo: (...of: Parameters<NonNullable<typeof channel.photo>>) => {
      asked.push(of[1])
      return channel.photo!(...of)
    },
  }
  const ctx = { ...app.ctx, channels: new Map([['whatsapp' as const, counted]]) }
  const chats = titles.map((title) => network.addGroup(title))
  const { user, groupIds, accountId } = await createPosting(app, { channel: 'whatsapp', chats })
  const [groupId = ''] = groupIds
  const [externalId = ''] = chats
  const fetch = () => fetchPhoto(ctx, { accountId, externalId })
  const shown = async () => presentGroup(app.ctx, await getGroup(user, groupId)).photoUrl
  return { network, ctx, user, accountId, chats, groupId, externalId, fetch, shown, asked }
}

/** What a link opens. */
async function open(app: TestApp, link: string): Promise<Buffer> {
  const { pathname, searchParams } = new URL(link, 'http://localhost')
  const [, , id = '', target = ''] = pathname.split('/')
  const query = Object.fromEntries(searchParams)
  return buffer((await serve(app.ctx, { id, target, query, range: undefined })).body!)
}

const countFiles = async (app: TestApp) =>
  Number(
    (await app.pool.query("select count(*) from media where status <> 'deleted'")).rows[0].count,
  )

test('a group shows the photo of its chat as a small picture of our own', async ({ app }) => {
  const { network, externalId, fetch, shown } = await start(app)
  await fetch()
  expect(await shown()).toBeUndefined()
  network.setPhoto(externalId, png(640, 480))
  await fetch()
  const picture = await open(app, (await shown())!)
  expect(picture.subarray(8, 12).toString()).toBe('WEBP')
  expect(picture.length).toBeLessThan(5_000)
})

test('a photo is fetched once; another one takes its place, and what was taken away is gone', async ({
  app,
}) => {
  const { network, externalId, fetch, shown, groupId, user } = await start(app)
  network.setPhoto(externalId, png(160, 160))
  await fetch()
  const first = await shown()
  const { rev } = await getGroup(user, groupId)
  await fetch()
  expect((await getGroup(user, groupId)).rev).toBe(rev)
  network.setPhoto(externalId, png(160, 160, { noise: true }))
  await fetch()
  expect(await shown()).not.toBe(first)
  await expect(open(app, first!)).rejects.toMatchObject({ code: 'not_found' })
  network.setPhoto(externalId, null)
  await fetch()
  expect(await shown()).toBeUndefined()
  expect(await countFiles(app)).toBe(0)
})

test('a file that is no picture, is cut off or has too many pixels is ignored, once', async ({
  app,
}) => {
  const { network, externalId, fetch, shown } = await start(app)
  network.setPhoto(externalId, png(160, 160))
  await fetch()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const bytes of [
    Buffer.from('no picture'),
    svg,
    png(160, 160).subarray(0, 80),
    png(3_000, 3_000),
  ]) {
    network.setPhoto(externalId, bytes)
    await fetch()
    expect(await shown()).toBeUndefined()
  }
  expect(await countFiles(app)).toBe(0)
})

test('a network that cannot be asked is asked again later, and the photo stays', async ({
  app,
}) => {
  const { network, ctx, externalId, accountId, fetch, shown } = await start(app)
  network.setPhoto(externalId, png(160, 160))
  await fetch()
  const first = await shown()
  const away = { ...ctx, channels: new Map([['whatsapp' as const, network.channel(false)]]) }
  await fetchPhoto(away, { accountId, externalId })
  expect(await shown()).toBe(first)
})

test('each chat is asked for its photo once a day, whoever asks, and at once when it says so', async ({
  app,
}) => {
  const { network, ctx, chats, accountId, externalId, asked, shown } = await start(app, [
    'A',
    'B',
    'C',
  ])
  const { signal } = new AbortController()
  await Promise.all([fetchDuePhotos(ctx, signal), fetchDuePhotos(ctx, signal)])
  expect(asked.toSorted()).toEqual(chats.toSorted())
  app.clock.advance(days(1) - minutes(1))
  await fetchDuePhotos(ctx, signal)
  expect(asked).toHaveLength(3)
  app.clock.advance(minutes(2))
  await fetchDuePhotos(ctx, signal)
  expect(asked).toHaveLength(6)
  network.setPhoto(externalId, png(160, 160))
  await handleChatEvent(ctx, accountId, { kind: 'photoChanged', externalId })
  const { rows } = await app.pool.query("select data from pgboss.job where name = 'groups.photo'")
  expect(rows).toEqual([{ data: { accountId, externalId } }])
  await fetchPhoto(ctx, rows[0].data)
  expect(await shown()).toBeDefined()
})

test('a number whose network minds many questions asks some seconds apart, and one that is away asks nothing', async ({
  app,
}) => {
  const { ctx, chats, accountId, asked } = await start(app, ['A', 'B', 'C'])
  const channel = ctx.channels.get('whatsapp')!
  const apart = { ...channel, photosApartMs: seconds(20) }
  const paced = { ...ctx, channels: new Map([['whatsapp' as const, apart]]) }
  const [first = '', second = '', third = ''] = chats
  const fetch = (externalId: string, at?: Date) =>
    fetchPhoto(paced, { accountId, externalId, ...(at ? { at: at.toISOString() } : {}) })
  const turns = async () =>
    (
      await app.pool.query<{ data: { externalId: string; at: string }; start_after: Date }>(
        "select data, start_after from pgboss.job where name = 'groups.photo' order by start_after",
      )
    ).rows.map(({ data, start_after: startAfter }) => {
      expect(startAfter).toEqual(new Date(data.at))
      return [data.externalId, (startAfter.getTime() - begun.getTime()) / 1_000]
    })
  const begun = app.clock.now()
  for (const chat of [first, second, third, second]) await fetch(chat)
  expect(asked).toEqual([first])
  expect(await turns()).toEqual([
    [second, 20],
    [third, 40],
  ])
  app.clock.advance(seconds(30))
  await fetch(second, after(begun, seconds(20)))
  expect(asked).toEqual([first, second])

  // The server was down: the third takes its turn anew, and so does what has changed since.
  app.clock.advance(minutes(10))
  await Promise.all([fetch(third, after(begun, seconds(40))), fetch(first)])
  expect(asked).toEqual([first, second, third])
  expect((await turns()).at(-1)).toEqual([first, 650])

  await app.pool.query("update accounts set status = 'reconnecting'")
  app.clock.advance(days(2))
  await fetchDuePhotos(ctx, new AbortController().signal)
  await fetch(second)
  expect(asked).toHaveLength(3)
  await app.pool.query("update accounts set status = 'connected'")
  await fetchDuePhotos(ctx, new AbortController().signal)
  expect(asked).toHaveLength(6)
})

test('two processes that ask for chats of one number at the same time take different turns', async ({
  app,
}) => {
  const { chats, accountId } = await start(app, ['A', 'B'])
  const now = app.clock.now()
  const take = (tx: Tx, place: number) =>
    takeTurn(tx, { accountId, externalId: chats[place]! }, now, seconds(20))
  const [taken, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = app.ctx.transaction(async (tx) => {
    const turn = await take(tx, 0)
    taken.resolve()
    await committing.promise
    return turn
  })
  await taken.promise
  let answered = false
  const second = app.ctx.transaction((tx) => take(tx, 1)).finally(() => (answered = true))
  const waits = async () =>
    (
      await app.pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows.length > 0
  await expect.poll(async () => answered || (await waits())).toBe(true)
  committing.resolve()
  expect(await Promise.all([first, second])).toEqual([now, after(now, seconds(20))])
})

test('the photo of a removed group is erased; one that is chosen again is looked at again', async ({
  app,
}) => {
  const { network, user, externalId, groupId, fetch, shown, ctx } = await start(app)
  network.setPhoto(externalId, png(160, 160))
  await fetch()
  const link = await shown()
  const { connectionId } = await getGroup(user, groupId)
  await removeGroup(user, groupId)
  await app.runJobs()
  await expect(open(app, link!)).rejects.toMatchObject({ code: 'not_found' })
  app.clock.advance(minutes(3))
  await app.runJobs()
  expect((await app.pool.query('select count(*)::int as n from media')).rows).toEqual([{ n: 0 }])

  await handleChatEvent(
    ctx,
    (await app.pool.query('select account_id from connections')).rows[0].account_id,
    {
      kind: 'chat',
      chat: { externalId, lost: false, title: 'Choir', kind: 'group', canPost: true },
    },
  )
  const again = await addGroup(user, { connectionId, externalId })
  await fetch()
  expect((await listGroups(user)).find(({ id }) => id === again.id)?.photoId).not.toBeNull()
})

test('a photo of a group counts for no quota, and an export has only what people brought', async ({
  app,
}) => {
  const { network, user, externalId, fetch } = await start(app)
  network.setPhoto(externalId, png(160, 160))
  await fetch()
  const { data } = JSON.parse((await buffer(await exportUser(user))).toString()) as {
    data: { groups: object[]; media: object[] }
  }
  const { groups, media } = data
  expect(groups).toMatchObject([{ title: expect.any(String) }])
  expect(JSON.stringify(groups)).not.toContain('photoUrl')
  expect(media).toEqual([])
})

test('a photo that was kept and never shown, since the server ended, is cleared after a day', async ({
  app,
}) => {
  const { network, externalId, fetch } = await start(app)
  network.setPhoto(externalId, png(160, 160))
  await fetch()
  await app.pool.query('update groups set photo_id = null')
  await app.pool.query("update media set status = 'pending'")
  app.clock.advance(days(2))
  await sweep(app.ctx, new AbortController().signal)
  expect(await countFiles(app)).toBe(0)
})
