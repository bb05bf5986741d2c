import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { texts, whatsappStories, type Staged } from '../../../test/whatsapp-stories.ts'
import { listen } from '../conformance/listen.ts'
import { send, type Place } from '../conformance/stage.ts'
import type { Outcome } from '../port/sending.ts'

const { sandbox, house, staged } = whatsappStories()

/** What the phone of a member shows of a group, as its page has it. */
async function phoneOf(stage: Staged, { externalId }: Place): Promise<string> {
  const path = `${sandbox().http}/sandbox/whatsapp/${stage.bob.lid}/chats/${externalId}/thread`
  return (await fetch(path)).text()
}

test('words of names and escaped signs are shown as they are, and only what is formatted is', async () => {
  const stage = await staged()
  const place = await stage.group()
  const values = { group: '*SALE* _now_ ~50~ `x` > all', date: '', time: '', n: '' }
  const text = '{{group}}\n> {{group}}\n\\*no\\* *Really bold*\n\\```no code```\n\\> no quote'
  const content = { kind: 'text' as const, text, values }
  expect(await send(stage, place, { content })).toMatchObject({ kind: 'sent' })
  const shown = await phoneOf(stage, place)
  expect(shown.match(/<(strong|em|s|code|blockquote)>/g)).toEqual(['<blockquote>', '<strong>'])
  expect(shown).toContain('<strong>Really bold</strong>')
  expect(shown.replaceAll('\u200A', '')).toContain('*SALE* _now_ ~50~ `x` &#62; all')
})

test('members who have it, and who have read it, are counted once each, and nobody is named', async () => {
  const stage = await staged()
  const place = await stage.group()
  const told = listen(stage)
  await told.next((event) => event.kind === 'status' && event.status === 'connected')
  const deliveryId = '0197a000-0000-7000-8000-000000000007'
  const content = { kind: 'text' as const, text: 'Who reads this?' }
  const outcome = await send(stage, place, { deliveryId, content })
  const messageId = outcome.kind === 'sent' ? outcome.receipt.externalIds[0] : ''
  const looks = [stage.bob, stage.bob, stage.eve]
  const counted = (read: number) =>
    told.next((event) => event.kind === 'receipts' && event.counts[0]?.read === read)
  const count = { deliveryId, delivered: 2, members: 2 }
  expect(await counted(0)).toEqual({ kind: 'receipts', counts: [{ ...count, read: 0 }] })
  for (const { lid } of looks) {
    await sandbox().whatsapp.read(lid, { groupId: place.externalId, messageId })
  }
  expect(await counted(2)).toEqual({ kind: 'receipts', counts: [{ ...count, read: 2 }] })
  const { rows } = await sql<{ kept: string }>`
    select r::text as kept from whatsapp_receipts r where account_id = ${stage.account.id}`.execute(
    house().db,
  )
  expect(rows).toHaveLength(1)
  for (const { lid } of looks) expect(rows[0]?.kept).not.toContain(lid)
})

test('who is mentioned with all others sees it, and the sender keeps no names', async () => {
  const stage = await staged()
  const place = await stage.group()
  const options = { mentionAll: true }
  const text = { kind: 'text' as const, text: 'Come all', options }
  const media = [{ mediaId: 'file-photo', kind: 'photo' as const }]
  const photo = { kind: 'media' as const, text: 'Look all', media, options }
  const ids = [1, 2, 3].map((n) => `0197a000-0000-7000-8002-00000000000${n}`)
  const [first, second, third] = ids as [string, string, string]
  await send(stage, place, { deliveryId: first, content: text })
  await send(stage, place, { deliveryId: second, content: photo, files: [stage.file!('photo')] })
  await send(stage, place, { deliveryId: third, content: { kind: 'text', text: 'Nobody' } })
  const all = [stage.eve.lid, stage.bob.lid].map((lid) => `${lid}@lid`)
  const shown = await sandbox().whatsapp.messages(place.externalId)
  expect(shown.map(({ mentions }) => mentions?.toSorted())).toEqual([
    all.toSorted(),
    all.toSorted(),
    undefined,
  ])
  expect((await phoneOf(stage, place)).match(/mentions you/g)).toHaveLength(2)
})

test('an address in a text is asked for by nobody', async () => {
  const stage = await staged()
  const place = await stage.group()
  let asked = 0
  const there = createServer(() => void (asked += 1)).listen(0, '127.0.0.1')
  onTestFinished(() => void there.close())
  await once(there, 'listening')
  const text = `See https://localhost:${(there.address() as AddressInfo).port}/plan`
  const outcome = await send(stage, place, { content: { kind: 'text', text } })
  const { receipt } = outcome as Outcome & { kind: 'sent' }
  const { account, channel } = stage
  const signal = AbortSignal.timeout(10_000)
  const edit = { account, externalId: place.externalId, receipt, signal }
  const content = { kind: 'text' as const, text: `${text}/2` }
  expect(await channel.followUps!.edit!({ ...edit, content })).toEqual({ kind: 'done' })
  expect(await texts(stage, place)).toEqual([content.text])
  expect(asked).toBe(0)
  // What the library would ask with, if it was there.
  const modules = join(import.meta.dirname, '../../../../node_modules')
  expect(existsSync(join(modules, 'baileys'))).toBe(true)
  expect(existsSync(join(modules, 'link-preview-js'))).toBe(false)
})
