import { hash, randomBytes } from 'node:crypto'
import type { AnyMessageContent } from 'baileys'
import { beforeEach, expect, test } from 'vitest'
import { png } from '../testing/png.ts'
import { linkedWhatsapp } from './testing.ts'

const stage = linkedWhatsapp()
beforeEach(async () => void (await stage().client.resume()))

const bytes = randomBytes(70_000)
// Without a thumbnail the client would start a program to make one.
const jpegThumbnail = ''

test.each<[kind: string, content: AnyMessageContent, found: object]>([
  ['photo', { image: bytes, caption: 'Look', jpegThumbnail }, { text: 'Look' }],
  ['video', { video: bytes, caption: 'Look', jpegThumbnail }, { text: 'Look' }],
  ['animation', { video: bytes, gifPlayback: true, jpegThumbnail }, { text: '' }],
  ['audio', { audio: bytes, mimetype: 'audio/mpeg', seconds: 3 }, { text: '' }],
  [
    'voice',
    { audio: bytes, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 3 },
    { text: '' },
  ],
  [
    'document',
    { document: bytes, fileName: 'Score.pdf', mimetype: 'application/pdf', caption: 'Look' },
    { text: 'Look', readings: [{ content: { media: { fileName: 'Score.pdf' } } }, {}, {}] },
  ],
])('members fetch and open a file: %s', async (kind, content, found) => {
  const { client, addGroup, ledgerOf } = stage()
  const { id } = addGroup()
  await client.send(id, content)
  const media = { kind, sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length }
  expect(ledgerOf(id)).toMatchObject([{ media: [media], ...found }])
})

test('a poll and who is called by name are read too', async () => {
  const { client, addGroup, ledgerOf, bob } = stage()
  const { id } = addGroup()
  const bobs = `${bob.lid}@lid`
  await client.send(id, { poll: { name: 'Lunch?', values: ['Soup', 'Pie'], selectableCount: 1 } })
  await client.send(id, { text: `@${bob.lid} look`, mentions: [bobs] })
  const [poll, text] = ledgerOf(id)
  expect(poll).toMatchObject({ poll: { question: 'Lunch?', options: ['Soup', 'Pie'] } })
  expect(text?.readings?.[0]?.content.mentions).toEqual([bobs])
})

test('a file that is refused is in no message', async () => {
  const { whatsapp, client, addGroup, ledgerOf } = stage()
  const { id } = addGroup()
  whatsapp.faults.add({ on: 'media', status: 507 })
  const sent = client.send(id, { image: png(4, 4), jpegThumbnail })
  await expect(sent).rejects.toThrow('Media upload failed on all hosts')
  expect(ledgerOf(id)).toEqual([])
})
