import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  relink,
  texts,
  untilSent,
  whatsappStories,
  type WhatsappFixture,
} from '../../../test/whatsapp-stories.ts'
import { readPicture, makeLinkPicture } from '../../media/pictures.ts'
import { AppError } from '../../platform/errors.ts'
import { png } from '../../../../sandbox/src/testing.ts'
import { listen } from '../conformance/listen.ts'
import { send, type ChatRef } from '../conformance/fixture.ts'
import type { Outcome } from '../port/sending.ts'

const { sandbox, setup, openFixture } = whatsappStories()

/** What is sent beside a link: made of a thumbnail, as of every picture in a library. */
const makeTestPicture = async () => makeLinkPicture((await readPicture(png(640, 480))).thumbnail)

/** What the phone of a member shows of a group, as its page has it. */
async function phoneOf(fixture: WhatsappFixture, { externalId }: ChatRef): Promise<string> {
  const path = `${sandbox().http}/sandbox/whatsapp/${fixture.bob.lid}/chats/${externalId}/thread`
  return (await fetch(path)).text()
}

test('words of names and escaped signs are shown as they are, and only what is formatted is', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const values = { group: '*SALE* _now_ ~50~ `x` > all', date: '', time: '', n: '' }
  const text = '{{group}}\n> {{group}}\n\\*no\\* *Really bold*\n\\```no code```\n\\> no quote'
  const content = { kind: 'text' as const, text, values }
  expect(await send(fixture, chat, { content })).toMatchObject({ kind: 'sent' })
  const shown = await phoneOf(fixture, chat)
  expect(shown.match(/<(strong|em|s|code|blockquote)>/g)).toEqual(['<blockquote>', '<strong>'])
  expect(shown).toContain('<strong>Really bold</strong>')
  expect(shown.replaceAll('\u200A', '')).toContain('*SALE* _now_ ~50~ `x` &#62; all')
})

test('members who have it, and who have read it, are counted once each, and nobody is named', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const events = listen(fixture)
  await events.next((event) => event.kind === 'status' && event.status === 'connected')
  const deliveryId = '0197a000-0000-7000-8000-000000000007'
  const content = { kind: 'text' as const, text: 'Who reads this?' }
  const outcome = await send(fixture, chat, { deliveryId, content })
  const messageId = outcome.kind === 'sent' ? outcome.receipt.externalIds[0] : ''
  const looks = [fixture.bob, fixture.bob, fixture.eve]
  const counted = (read: number) =>
    events.next((event) => event.kind === 'receipts' && event.counts[0]?.read === read)
  const count = { deliveryId, delivered: 2, members: 2 }
  expect(await counted(0)).toEqual({ kind: 'receipts', counts: [{ ...count, read: 0 }] })
  for (const { lid } of looks) {
    await sandbox().whatsapp.read(lid, { groupId: chat.externalId, messageId })
  }
  expect(await counted(2)).toEqual({ kind: 'receipts', counts: [{ ...count, read: 2 }] })
  const { rows } = await sql<{ kept: string }>`
    select r::text as kept from whatsapp_receipts r where account_id = ${fixture.account.id}`.execute(
    setup().db,
  )
  expect(rows).toHaveLength(1)
  for (const { lid } of looks) expect(rows[0]?.kept).not.toContain(lid)
})

test('a number that is linked anew counts no member a second time for what the device before it sent', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const groupId = chat.externalId
  const isRead = async (deliveryId: string) => {
    const events = listen(fixture)
    const content = { kind: 'text' as const, text: deliveryId }
    const outcome = await untilSent(() => send(fixture, chat, { deliveryId, content }))
    const sent = outcome.at(-1) as Extract<Outcome, { kind: 'sent' }>
    const messageId = sent.receipt.externalIds[0]
    const read = () => sandbox().whatsapp.read(fixture.bob.lid, { groupId, messageId })
    await read()
    await events.next(
      (event) =>
        event.kind === 'receipts' &&
        event.counts.some((one) => one.deliveryId === deliveryId && one.read === 1),
    )
    return read
  }
  const readFirst = await isRead(randomUUID())
  await relink(fixture, setup())
  await readFirst()
  await isRead(randomUUID())
  const { rows } = await sql<{ read: number }>`
    select cardinality(read) as read from whatsapp_receipts r
    where account_id = ${fixture.account.id}`.execute(setup().db)
  expect(rows).toEqual([{ read: 1 }, { read: 1 }])
}, 30_000)

test('who is mentioned with all others sees it, and the sender keeps no names', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const options = { mentionAll: true }
  const text = { kind: 'text' as const, text: 'Come all', options }
  const media = [{ mediaId: 'file-photo', kind: 'photo' as const }]
  const photo = { kind: 'media' as const, text: 'Look all', media, options }
  const ids = [1, 2, 3].map((n) => `0197a000-0000-7000-8002-00000000000${n}`)
  const [first, second, third] = ids as [string, string, string]
  await send(fixture, chat, { deliveryId: first, content: text })
  await send(fixture, chat, { deliveryId: second, content: photo, files: [fixture.file!('photo')] })
  await send(fixture, chat, { deliveryId: third, content: { kind: 'text', text: 'Nobody' } })
  const all = [fixture.eve.lid, fixture.bob.lid].map((lid) => `${lid}@lid`)
  const shown = await sandbox().whatsapp.messages(chat.externalId)
  expect(shown.map(({ mentions }) => mentions?.toSorted())).toEqual([
    all.toSorted(),
    all.toSorted(),
    undefined,
  ])
  expect((await phoneOf(fixture, chat)).match(/mentions you/g)).toHaveLength(2)
})

test('members see the card of a link as it was written, with its picture, and an edit changes it', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const picture = await makeTestPicture()
  const linkPicture = async () => picture
  const linkCard = { title: 'The plan', description: 'Where we meet', mediaId: 'file-photo' }
  const content = { kind: 'text' as const, text: 'See [it](https://a.example/plan)', linkCard }
  const outcome = await send(fixture, chat, { content, linkPicture })
  const { receipt } = outcome as Outcome & { kind: 'sent' }
  const url = 'https://a.example/plan'
  const shownCard = async () =>
    (await sandbox().whatsapp.messages(chat.externalId)).map((shown) => shown.linkCard)
  const kept = { sha256: hash('sha256', picture), bytes: picture.length }
  const { title, description } = linkCard
  expect(await shownCard()).toEqual([{ url, title, description, picture: kept }])
  const phone = await phoneOf(fixture, chat)
  expect(phone).toContain('<strong>The plan</strong>')
  expect(phone).toContain('a.example</small>')
  const [, src] = /<img src="([^"]+)"/.exec(phone) ?? []
  const answer = await fetch(`${sandbox().http}${src}`)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)

  const signal = AbortSignal.timeout(10_000)
  const edit = {
    account: fixture.account,
    externalId: chat.externalId,
    receipt,
    signal,
    linkPicture,
  }
  const other = { ...content, linkCard: { title: 'Another plan' } }
  expect(await fixture.channel.followUps!.edit!({ ...edit, content: other })).toEqual({
    kind: 'done',
  })
  expect(await shownCard()).toEqual([{ url, title: 'Another plan' }])
  const without = { kind: 'text' as const, text: 'See https://a.example/plan' }
  expect(await fixture.channel.followUps!.edit!({ ...edit, content: without })).toEqual({
    kind: 'done',
  })
  expect(await shownCard()).toEqual([undefined])
})

test('a card whose picture cannot be had goes without it, and what was sent once is not sent with another', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const linkCard = { title: 'The plan', mediaId: 'file-photo' }
  const content = { kind: 'text' as const, text: 'See https://a.example', linkCard }
  const failing = (code: 'not_found' | 'unprocessable' | 'unavailable') => () =>
    Promise.reject(new AppError(code, 'It is not there.'))
  const codes = ['not_found', 'unprocessable', 'unavailable'] as const
  for (const [n, code] of codes.entries()) {
    const deliveryId = `0197a000-0000-7000-8004-00000000000${n}`
    const outcome = await send(fixture, chat, { deliveryId, content, linkPicture: failing(code) })
    expect(outcome).toMatchObject({ kind: 'sent', lacks: expect.stringContaining('picture') })
  }
  const url = 'https://a.example'
  const cards = async () =>
    (await sandbox().whatsapp.messages(chat.externalId)).map((shown) => shown.linkCard)
  expect(await cards()).toEqual(codes.map(() => ({ url, title: 'The plan' })))
  const picture = await makeTestPicture()
  await fixture.loseAnswer()
  const once = { content, linkPicture: async () => picture }
  expect(await send(fixture, chat, once)).toMatchObject({ kind: 'unconfirmed' })
  const other = { ...content, linkCard: { title: 'Another plan' } }
  expect(await send(fixture, chat, { content: other })).toMatchObject({ kind: 'unconfirmed' })
  // A picture that was kept is used, even if its file cannot be read any more.
  const again = await send(fixture, chat, { content, linkPicture: failing('not_found') })
  expect(again).toMatchObject({ kind: 'sent' })
  expect(again).not.toHaveProperty('lacks')
  expect((await cards()).at(-1)).toMatchObject({ picture: { bytes: picture.length } })
})

test('a try that ends while the picture of a card is read has certainly sent nothing', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const linkCard = { title: 'The plan', mediaId: 'file-photo' }
  const content = { kind: 'text' as const, text: 'See https://a.example', linkCard }
  const over = new AbortController()
  const linkPicture = () => {
    over.abort()
    return new Promise<Uint8Array>(() => {})
  }
  const ended = await send(fixture, chat, { content, linkPicture, signal: over.signal })
  expect(ended).toMatchObject({ kind: 'retry', scope: 'delivery', code: 'unreachable' })
  expect(await fixture.seen(chat)).toEqual([])
})

test('an address in a text is asked for by nobody', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  let asked = 0
  const there = createServer(() => void (asked += 1)).listen(0, '127.0.0.1')
  onTestFinished(() => void there.close())
  await once(there, 'listening')
  const text = `See https://localhost:${(there.address() as AddressInfo).port}/plan`
  const linkCard = { title: 'The plan' }
  const outcome = await send(fixture, chat, { content: { kind: 'text', text, linkCard } })
  const { receipt } = outcome as Outcome & { kind: 'sent' }
  const { account, channel } = fixture
  const signal = AbortSignal.timeout(10_000)
  const edit = { account, externalId: chat.externalId, receipt, signal }
  const content = { kind: 'text' as const, text: `${text}/2` }
  expect(await channel.followUps!.edit!({ ...edit, content })).toEqual({ kind: 'done' })
  expect(await texts(fixture, chat)).toEqual([content.text])
  expect(asked).toBe(0)
  // The library would load pages with this package if it was installed.
  const modules = join(import.meta.dirname, '../../../../node_modules')
  expect(existsSync(join(modules, 'baileys'))).toBe(true)
  expect(existsSync(join(modules, 'link-preview-js'))).toBe(false)
})
