import type { Content } from '@carillon/contract/content/content'
import { expect, test } from 'vitest'
import { otherChanges } from './otherChanges.ts'

const media = (...ids: string[]) => ids.map((mediaId) => ({ mediaId }))

test.each<[string, Content, Content, string[]]>([
  ['words alone', { kind: 'text', text: 'a' }, { kind: 'text', text: 'b' }, []],
  [
    'a file',
    { kind: 'text', text: 'a' },
    { kind: 'media', text: 'a', media: media('m1') },
    ['Files added'],
  ],
  [
    'another file and an option',
    { kind: 'media', text: 'a', media: media('m1'), options: { silent: true, protect: true } },
    { kind: 'media', text: 'a', media: media('m2'), options: { protect: true } },
    ['Files changed', 'Options changed'],
  ],
  [
    'what one network gets',
    { kind: 'text', text: 'a', variants: ['b'] },
    { kind: 'text', text: 'a', overrides: { whatsapp: { kind: 'text', text: 'c' } } },
    ['Other texts removed', 'WhatsApp gets a content of its own'],
  ],
])('%s is told', (_, before, after, words) => {
  expect(otherChanges(before, after)).toEqual(words)
})
