import type { Content } from '@carillon/contract/content/content'
import { expect, test } from 'vitest'
import { contentFields, contentOf } from './options.ts'
import { contentProblems } from './problem.ts'
import { contentFieldOf } from './shape.ts'

const through = (content: Content) => contentOf(content.text, contentFields(content))

test.each<Content>([
  { kind: 'text', text: 'Hi', options: { silent: true, linkPreview: 'off' } },
  {
    kind: 'media',
    text: '',
    media: [{ mediaId: 'm1', spoiler: true }],
    options: { captionAbove: true, protect: true },
    buttons: [
      [
        { text: 'Plan', url: 'https://example.org/plan' },
        { text: 'Map', url: 'https://example.org/map' },
      ],
      [{ text: 'Home', url: 'https://example.org' }],
    ],
  },
  {
    kind: 'poll',
    text: '',
    poll: { question: 'Who comes?', options: ['I', 'Not I'], multiple: true, anonymous: false },
  },
])('a content becomes its fields and the same content again: $kind', (content) => {
  expect(through(content)).toEqual(content)
})

test('what no field shows stays as it is, and what was changed does not', () => {
  const content = {
    kind: 'text',
    text: 'Hi',
    options: { silent: true, later: 'yes' },
    variants: ['Hello'],
  } as Content
  expect(contentOf('Ho', { ...contentFields(content), silent: false })).toEqual({
    kind: 'text',
    text: 'Ho',
    options: { later: 'yes' },
    variants: ['Hello'],
  })
})

test('a poll is sent without what was written for a text, and a text without the poll', () => {
  const fields = {
    ...contentFields({ kind: 'poll', text: '', poll: { question: 'Who?', options: ['I', 'You'] } }),
    files: [{ key: 'f', mediaId: 'm1', name: 'a.png', spoiler: false }],
  }
  expect(contentOf('A text', fields)).toEqual({
    kind: 'poll',
    text: '',
    poll: { question: 'Who?', options: ['I', 'You'] },
  })
  expect(contentOf('A text', { ...fields, says: 'message' })).toEqual({
    kind: 'media',
    text: 'A text',
    media: [{ mediaId: 'm1' }],
  })
})

test('blank answers are none, and what is wrong has the place of its field', () => {
  const fields = contentFields(undefined)
  const [first, second] = fields.poll.options
  const poll = {
    ...fields.poll,
    options: [first!, { ...second!, text: 'a'.repeat(101) }, { key: 'x', text: 'Yes' }],
  }
  const said = { ...fields, text: '', says: 'poll' as const, poll }
  expect(contentProblems(said)).toEqual([
    { path: ['poll', 'question'], message: 'Write the question of the poll.' },
    {
      path: ['poll', 'options', 1, 'text'],
      message: 'Telegram takes at most 100 characters here; these are 101.',
    },
  ])
  expect(contentOf('', said)).toMatchObject({ poll: { options: ['a'.repeat(101), 'Yes'] } })
  expect(contentFieldOf('poll.options.1', said)).toBe('poll.options.2.text')
  expect(contentFieldOf('poll.question', said)).toBe('poll.question')
  expect(contentFieldOf('media.0', said)).toBe('text')
})

test('a button has words and an address with https, and none stands below several files', () => {
  const fields = contentFields(undefined)
  const button = (text: string, url: string, joins = false) => ({
    key: text + url,
    text,
    url,
    joins,
  })
  const buttons = [button('Plan', 'https://example.org'), button('', 'http://example.org', true)]
  const files = ['m1', 'm2'].map((mediaId) => ({
    key: mediaId,
    mediaId,
    kind: 'photo' as const,
    name: '',
    spoiler: false,
  }))
  const said = { ...fields, text: 'Hi', buttons }
  expect(contentProblems(said).map(({ path }) => path.join('.'))).toEqual([
    'buttons.1.text',
    'buttons.1.url',
  ])
  expect(contentProblems({ ...said, files })[0]).toMatchObject({ path: ['buttons'] })
  expect(contentFieldOf('buttons.0.1.url', said)).toBe('buttons.1.url')
})
