import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import {
  relink,
  say,
  texts,
  untilSent,
  whatsappStories,
  type WhatsappFixture,
} from '../../../test/whatsapp-stories.ts'
import { send, type ChatRef } from '../conformance/fixture.ts'
import type { Outcome } from '../port/sending.ts'

const { sandbox, setup, openFixture } = whatsappStories()

const sayWords = (fixture: WhatsappFixture, chat: ChatRef, text: string) =>
  send(fixture, chat, { content: { kind: 'text', text } })

/** Longer than a connection takes to come back. */
const LONG = { timeout: 10_000 }

test('a message that a group refused is sent with its new text, and each member can read it', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 420 })
  expect(await sayWords(fixture, chat, 'It costs 10')).toMatchObject({ kind: 'refused' })
  expect(await sayWords(fixture, chat, 'It costs 12')).toMatchObject({ kind: 'sent' })
  expect(await texts(fixture, chat)).toEqual(['It costs 12'])
  expect((await fixture.readersOf(chat))[0]).toHaveLength(3)
})

test('what may have arrived is not sent with other words, and the same words settle it', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 'lose-ack' })
  expect(await sayWords(fixture, chat, 'It costs 10')).toMatchObject({ kind: 'unconfirmed' })
  // The connection may be coming back: nothing is sent then either.
  for (let n = 0; n < 2; n++) {
    const { kind } = await sayWords(fixture, chat, 'It costs 12')
    expect(['retry', 'unconfirmed']).toContain(kind)
  }
  await expect.poll(() => sayWords(fixture, chat, 'It costs 10')).toMatchObject({ kind: 'sent' })
  expect(await sayWords(fixture, chat, 'It costs 12')).toMatchObject({
    kind: 'unconfirmed',
    reason: expect.stringMatching(/earlier text/),
  })
  expect(await texts(fixture, chat)).toEqual(['It costs 10'])
})

test('a number that is linked anew sends nothing again that the device before it may have sent', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  expect(await say(fixture, chat, 1)).toMatchObject({ kind: 'sent' })
  await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 'lose-ack' })
  expect(await say(fixture, chat, 2)).toMatchObject({ kind: 'unconfirmed' })
  await relink(fixture, setup())
  await expect.poll(() => say(fixture, chat, 3), LONG).toMatchObject({ kind: 'sent' })
  expect(await say(fixture, chat, 1)).toMatchObject({ kind: 'sent' })
  expect(await say(fixture, chat, 2)).toMatchObject({
    kind: 'unconfirmed',
    reason: expect.stringMatching(/linked before/),
  })
  expect(
    (await sandbox().ledger()).filter(({ chatId }) => chatId === chat.externalId),
  ).toHaveLength(3)
  for (const readers of await fixture.readersOf(chat)) expect(readers).toHaveLength(3)
})

test.each(['lose', 'lose-ack'] as const)(
  'what a person says is missing (%s) is sent again, with other words and by another device, and each member reads one of them',
  async (does) => {
    const fixture = await openFixture()
    const chat = await fixture.group()
    const { account, channel } = fixture
    const [edited, linked] = [randomUUID(), randomUUID()]
    const sayAs = (deliveryId: string, text: string) =>
      send(fixture, chat, { deliveryId, content: { kind: 'text', text } })
    const isMissing = (deliveryId: string) => channel.noteMissing!(setup(), account.id, deliveryId)

    await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does })
    expect(await sayAs(edited, 'It costs 10')).toMatchObject({ kind: 'unconfirmed' })
    await isMissing(edited)
    await expect.poll(() => sayAs(edited, 'It costs 12'), LONG).toMatchObject({ kind: 'sent' })

    await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does })
    expect(await sayAs(linked, 'Come at ten')).toMatchObject({ kind: 'unconfirmed' })
    await relink(fixture, setup())
    await expect
      .poll(() => sayAs(linked, 'Come at ten'), LONG)
      .toMatchObject({ kind: 'unconfirmed', reason: expect.stringMatching(/linked before/) })
    await isMissing(linked)
    await expect.poll(() => sayAs(linked, 'Come at ten'), LONG).toMatchObject({ kind: 'sent' })

    const costs = does === 'lose' ? 'It costs 12' : 'It costs 10'
    expect(await texts(fixture, chat)).toEqual(['Come at ten', costs])
    for (const readers of await fixture.readersOf(chat)) expect(readers).toHaveLength(3)
  },
  30_000,
)

test('an edit back to earlier words is seen, and the same edit tried again is one', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const sent = await say(fixture, chat, 1)
  const { receipt } = sent as Extract<Outcome, { kind: 'sent' }>
  const { account, channel } = fixture
  const edit = (text: string, changeId: string) =>
    channel.followUps!.edit!({
      account,
      externalId: chat.externalId,
      receipt,
      changeId,
      content: { kind: 'text', text },
      signal: AbortSignal.timeout(10_000),
    })
  for (const [text, changeId] of [
    ['It costs 12', 'first'],
    ['It costs 15', 'second'],
    ['It costs 12', 'third'],
    ['It costs 15', 'second'],
  ] as const) {
    expect(await edit(text, changeId)).toEqual({ kind: 'done' })
  }
  expect(await texts(fixture, chat)).toEqual(['It costs 12'])
})

test.each(['lose', 'lose-ack'] as const)(
  'an album that breaks off (%s) goes on where it stopped: members get each file once',
  async (does) => {
    const fixture = await openFixture()
    const chat = await fixture.group()
    const files = (['photo', 'video', 'photo'] as const).map((kind) => fixture.file!(kind))
    const media = files.map(({ kind }, at) => ({ mediaId: `file-${at}`, kind }))
    const content = { kind: 'album' as const, text: 'Three', media }
    const groupId = chat.externalId
    // The announcement of the album and its first file are accepted.
    await sandbox().whatsapp.faults({ on: 'message', groupId, does, after: 2 })
    const outcomes = await untilSent(() => send(fixture, chat, { content, files }))
    expect(outcomes.map(({ kind }) => kind)).toContain('unconfirmed')
    expect(await fixture.seen(chat)).toMatchObject([
      { text: 'Three', media: ['photo', 'video', 'photo'] },
    ])
    const readers = await fixture.readersOf(chat)
    expect(readers.map(({ length }) => length)).toEqual([3, 3, 3, 3])
    expect((await sandbox().ledger()).filter(({ chatId }) => chatId === groupId)).toHaveLength(4)
  },
)

test('what a group takes no more of an album says how much of it arrived, and another album is not sent there', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const files = [fixture.file!('photo'), fixture.file!('photo')]
  const albumOf = (ids: string[]) => ({
    kind: 'album' as const,
    text: '',
    media: ids.map((mediaId) => ({ mediaId, kind: 'photo' as const })),
  })
  await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 420, after: 2 })
  const post = (ids: string[]) =>
    send(fixture, chat, {
      content: albumOf(ids),
      files: ids.map((mediaId, at) => ({ ...files[at]!, mediaId })),
    })
  expect(await post(['one', 'two'])).toMatchObject({
    kind: 'refused',
    code: 'no_rights',
    partly: '1 of 2 files arrived, and then no more.',
  })
  expect(await post(['one', 'other'])).toMatchObject({ kind: 'unconfirmed' })
  expect(await post(['one', 'two'])).toMatchObject({ kind: 'sent' })
  expect(await fixture.seen(chat)).toMatchObject([{ media: ['photo', 'photo'] }])
})

test('what a person says is missing of an album is sent with its new text, and members see each file once', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const { account, channel } = fixture
  const [deliveryId, groupId] = [randomUUID(), chat.externalId]
  const media = ['one', 'two'].map((mediaId) => ({ mediaId, kind: 'photo' as const }))
  const files = media.map(({ mediaId }) => ({ ...fixture.file!('photo'), mediaId }))
  const post = (text: string) =>
    send(fixture, chat, { deliveryId, content: { kind: 'album', text, media }, files })
  // The announcement of the album and its first file are accepted.
  await sandbox().whatsapp.faults({ on: 'message', groupId, does: 420, after: 2 })
  expect(await post('Sunday at nine')).toMatchObject({ kind: 'refused' })
  expect(await post('Sunday at ten')).toMatchObject({
    kind: 'unconfirmed',
    reason: expect.stringMatching(/earlier text/),
  })
  await channel.noteMissing!(setup(), account.id, deliveryId)
  expect(await post('Sunday at ten')).toMatchObject({ kind: 'sent' })
  expect(await fixture.seen(chat)).toMatchObject([{ media: ['photo', 'photo'] }])
})

test('an album of which some arrived says so, whatever keeps the rest back, and goes on', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const media = ['one', 'two', 'three'].map((mediaId) => ({ mediaId, kind: 'photo' as const }))
  const content = { kind: 'album' as const, text: '', media }
  const files = media.map(({ mediaId }) => ({ ...fixture.file!('photo'), mediaId }))
  const post = (by = fixture.channel) => send({ ...fixture, channel: by }, chat, { content, files })
  await sandbox().whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 503, after: 3 })
  const partly = '2 of 3 files arrived, and then no more.'
  expect(await post()).toMatchObject({ kind: 'retry', code: 'busy', partly })
  // A later try that does not even begin says it, too.
  const away = await post(setup().unreachable())
  expect(away).toMatchObject({ kind: 'retry', code: 'unreachable', partly })
  expect(await post()).toMatchObject({ kind: 'sent' })
  expect(await fixture.seen(chat)).toMatchObject([{ media: ['photo', 'photo', 'photo'] }])
})

test('an album is deleted one message in each turn, and goes on where that broke off', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const files = [1, 2, 3].map(() => fixture.file!('photo'))
  const media = files.map(({ kind }, at) => ({ mediaId: `file-${at}`, kind }))
  const sent = await send(fixture, chat, { content: { kind: 'album', text: '', media }, files })
  const receipt = sent.kind === 'sent' ? sent.receipt : undefined
  const { account, channel } = fixture
  const { externalId } = chat
  const remove = () =>
    channel.followUps!.delete!({
      account,
      externalId,
      receipt: receipt!,
      changeId: 'change',
      signal: AbortSignal.timeout(20_000),
    })
  const shown = async () => (await fixture.seen(chat)).flatMap(({ media: all = [] }) => all).length
  const more = { kind: 'retry', scope: 'delivery', waitMs: 0 }
  expect(await remove()).toMatchObject(more)
  expect(await shown()).toBe(2)
  await sandbox().whatsapp.faults({ on: 'message', groupId: externalId, does: 'lose' })
  expect(await remove()).toMatchObject({ kind: 'unconfirmed' })
  expect(await remove()).toMatchObject(more)
  expect(await remove()).toMatchObject(more)
  expect(await shown()).toBe(0)
  // What announced the album is the last.
  expect(await remove()).toEqual({ kind: 'done' })
  expect(await remove()).toEqual({ kind: 'gone' })
}, 60_000)

test.each(['signal', 'letGo'] as const)(
  'what is not ready when its try must end (%s) is not sent afterwards, and the next try sends it once',
  async (ends) => {
    const fixture = await openFixture()
    const chat = await fixture.group()
    const [photo, end] = [fixture.file!('photo'), new AbortController()]
    const bytes = new PassThrough()
    const fileOpened = Promise.withResolvers<void>()
    const media = [{ mediaId: 'slow', kind: 'photo' as const }]
    const content = { kind: 'media' as const, text: 'Slow', media }
    const files = [{ ...photo, mediaId: 'slow' }]
    const trying = send(fixture, chat, {
      content,
      files: [{ ...files[0]!, open: () => (fileOpened.resolve(), bytes) }],
      [ends]: end.signal,
    })
    await fileOpened.promise
    end.abort()
    expect(await trying).toMatchObject({ kind: 'retry', scope: 'delivery' })
    photo.open().pipe(bytes)
    await once(bytes, 'end')
    expect(await send(fixture, chat, { content, files })).toMatchObject({ kind: 'sent' })
    expect(await fixture.seen(chat)).toMatchObject([{ text: 'Slow' }])
    const sent = (await sandbox().ledger()).filter(({ chatId }) => chatId === chat.externalId)
    expect(sent).toHaveLength(1)
  },
)
