import { expect, test } from 'vitest'
import { compile } from './compile.ts'

test('markup becomes text and entities, trimmed as Telegram trims it', () => {
  expect(compile({ kind: 'text', text: '\n  *Rehearsal* at 7 _sharp_  \n' })).toEqual({
    text: 'Rehearsal at 7 sharp',
    entities: [
      { type: 'bold', offset: 0, length: 9 },
      { type: 'italic', offset: 15, length: 5 },
    ],
    warnings: [],
    refusals: [],
  })
})

test('a stretch that reaches into what is trimmed ends with the text', () => {
  const { text, entities } = compile({ kind: 'text', text: '```\nnotes\n\n```' })
  expect(text).toBe(text.trim())
  for (const { offset, length } of entities)
    expect(offset + length).toBeLessThanOrEqual(text.length)
})

test('signs count after parsing, in UTF-16 units', () => {
  const longest = '👋'.repeat(2_048)
  expect(compile({ kind: 'text', text: `*${longest}*` }).refusals).toEqual([])
  expect(compile({ kind: 'text', text: `${longest}xy` }).refusals).toEqual([
    {
      field: 'text',
      code: 'text_too_long',
      reason: 'Telegram takes at most 4,096 characters; these are 4,098.',
    },
  ])
})

test('nothing but space is nothing', () => {
  expect(compile({ kind: 'text', text: ' \n\t ' }).refusals).toMatchObject([{ code: 'text_empty' }])
})

test('formatting beyond what Telegram shows is dropped with a warning', () => {
  const { entities, warnings } = compile({ kind: 'text', text: '*x* '.repeat(103) })
  expect(entities).toHaveLength(100)
  expect(warnings).toEqual([
    'Telegram shows at most 100 formatted places in one message; 3 will be plain.',
  ])
})

test('what Telegram shows in no album is refused there, also when all of it is of one kind', () => {
  const album = (...kinds: ('photo' | 'video' | 'animation' | 'voice' | 'audio' | 'document')[]) =>
    compile({
      kind: 'album',
      text: '',
      media: kinds.map((kind, n) => ({ mediaId: `file-${n}`, kind })),
    }).refusals.map(({ field }) => field)
  expect(album('photo', 'video')).toEqual([])
  expect(album('document', 'document')).toEqual([])
  expect(album('photo', 'audio', 'voice')).toEqual(['media.1', 'media.2'])
  expect(album('voice', 'voice')).toEqual(['media.0', 'media.1'])
  expect(album('animation', 'voice')).toEqual(['media.0', 'media.1'])
})
