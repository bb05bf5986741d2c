import type { Content } from '@carillon/contract/content/content'
import { expect, test } from 'vitest'
import { withScheme } from '../buttons/buttons.ts'
import { noCardReason } from '../link/linkCard.ts'
import { contentFields, contentOf } from './options.ts'
import { contentProblems } from './problem.ts'
import { aboutOf, contentFieldOf } from './shape.ts'

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
  { kind: 'media', text: 'Hi', media: [{ mediaId: 'm1' }], options: { textAfter: true } },
  {
    kind: 'poll',
    text: '',
    poll: { question: 'Who comes?', options: ['I', 'Not I'], multiple: true, anonymous: false },
  },
  {
    kind: 'text',
    text: 'Hi',
    variants: ['Hello', 'Good day'],
    options: { pin: 'silent' },
    overrides: {
      telegram: {
        kind: 'media',
        text: 'Look',
        variants: ['See'],
        media: [{ mediaId: 'm1' }],
        options: { silent: true },
      },
      whatsapp: {
        kind: 'text',
        text: 'See https://example.org',
        linkCard: { title: 'The plan', description: 'All of it', mediaId: 'm1' },
      },
    },
  },
  {
    kind: 'text',
    text: 'Hi',
    overrides: {
      whatsapp: { kind: 'poll', text: '', poll: { question: 'Who?', options: ['I', 'You'] } },
    },
  },
])('a content becomes its fields and the same content again: $kind', (content) => {
  expect(through(content)).toEqual(content)
})

test('what no field shows stays as it is, and what was changed does not', () => {
  const content = {
    kind: 'text',
    text: 'Hi',
    options: { silent: true, later: 'yes' },
    mood: 'merry',
  } as Content
  expect(contentOf('Ho', { ...contentFields(content), silent: false })).toEqual({
    kind: 'text',
    text: 'Ho',
    options: { later: 'yes' },
    mood: 'merry',
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

test('a text that no call takes is told so, however much of it is formatting', () => {
  const said = { ...contentFields(undefined), text: '[a](https://a.example)'.repeat(1_000) }
  expect(contentProblems(said)).toEqual([
    { path: ['text'], message: 'Use at most 20,000 characters.' },
  ])
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
      message: 'Telegram takes at most 100 characters in an answer of a poll; these are 101.',
    },
  ])
  expect(contentOf('', said)).toMatchObject({ poll: { options: ['a'.repeat(101), 'Yes'] } })
  expect(contentFieldOf('poll.options.1', said)).toBe('poll.options.2.text')
  expect(contentFieldOf('poll.question', said)).toBe('poll.question')
  expect(contentFieldOf('media.0', said)).toBe('text')
})

test('an address of a button gets the scheme that people leave out', () => {
  expect(withScheme(' example.org/plan ')).toBe('https://example.org/plan')
  for (const url of ['http://example.org', 'mailto:ida@example.org', 'not an address', '']) {
    expect(withScheme(url)).toBe(url)
  }
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

test('a text after files may be as long as one alone, and is there', () => {
  const file = { key: 'm1', mediaId: 'm1', kind: 'photo' as const, name: '', spoiler: false }
  const said = { ...contentFields(undefined), files: [file], text: 'a'.repeat(4_096) }
  const problemOf = (one: typeof said) => contentProblems(one)[0]?.message
  expect(problemOf(said)).toMatch(/at most 1,024 characters with files; .* Send the text after/)
  const after = { ...said, textAfter: true }
  expect(problemOf(after)).toBeUndefined()
  expect(problemOf({ ...after, text: 'a'.repeat(4_097) })).toMatch(/at most 4,096 characters;/)
  expect(problemOf({ ...after, text: ' ' })).toBe('Write the text that goes after the files.')
  // Without files it is a text like any other.
  expect(contentOf('Hi', { ...after, files: [] })).toEqual({ kind: 'text', text: 'Hi' })
})

test('what is wrong with another text, or with what one network gets, has the place of its field', () => {
  const fields = contentFields({
    kind: 'text',
    text: 'Hi',
    variants: ['One', 'Two'],
    overrides: { whatsapp: { kind: 'text', text: '', variants: ['Three'] } },
  })
  const blank = { key: 'x', text: ' ' }
  const said = { ...fields, text: 'a'.repeat(4097), variants: [blank, ...fields.variants] }
  expect(contentProblems(said).map(({ path }) => path.join('.'))).toEqual([
    'text',
    'own.whatsapp.text',
  ])
  // A network with a content of its own does not limit the others.
  const telegram = { ...said.own.whatsapp!, text: 'Short' }
  const apart = { ...said, own: { telegram, whatsapp: null } }
  expect(contentProblems(apart)).toEqual([])
  expect(contentOf('Hi', said)).toMatchObject({ variants: ['One', 'Two'] })
  expect(contentFieldOf('variants.1', said)).toBe('variants.2.text')
  expect(contentFieldOf('overrides.whatsapp.variants.0', said)).toBe('own.whatsapp.variants.0.text')
  expect(contentFieldOf('overrides.whatsapp.media.0', said)).toBe('own.whatsapp.text')
})

test('a link card is offered where WhatsApp would show it, needs a title, and is none while it is blank', () => {
  const said = { ...contentFields(undefined), text: 'See https://example.org' }
  const blank = { title: ' ', description: '', mediaId: null }
  const [file] = contentFields({ kind: 'media', text: '', media: [{ mediaId: 'm' }] }).files
  expect(noCardReason(said)).toBeUndefined()
  expect(noCardReason({ ...said, text: 'See [it](https://example.org)' })).toBeUndefined()
  expect(noCardReason({ ...said, text: 'See there' })).toMatch(/no link/)
  expect(noCardReason({ ...said, linkPreview: false })).toMatch(/switched off/)
  expect(noCardReason({ ...said, files: [file!] })).toMatch(/none with files/)
  expect(noCardReason({ ...said, files: [file!], textAfter: true })).toBeUndefined()

  expect(contentOf(said.text, { ...said, linkCard: blank })).not.toHaveProperty('linkCard')
  expect(contentProblems({ ...said, linkCard: blank })).toEqual([])
  const untitled = { ...said, linkCard: { ...blank, description: 'All of it' } }
  expect(contentProblems(untitled)).toEqual([
    {
      path: ['linkCard', 'title'],
      message: 'Write the title of the link preview, or remove the preview.',
    },
  ])
  expect(contentFieldOf('linkCard.mediaId', untitled)).toBe('linkCard.mediaId')
  const long = { ...blank, title: 'x'.repeat(151), description: 'x'.repeat(301) }
  // The bar of the editor shows these words without the field beside them, so they name the field.
  expect(contentProblems({ ...said, linkCard: long })).toEqual([
    {
      path: ['linkCard', 'title'],
      message: expect.stringMatching(/^The title of the link preview/),
    },
    {
      path: ['linkCard', 'description'],
      message: expect.stringMatching(/^The description of the link preview/),
    },
  ])
})

test('a refusal is about the whole of its content and its groups, or about its field', () => {
  expect(aboutOf('steps.2.pin')).toEqual(
    expect.arrayContaining(['steps.2.buttons', 'steps.2.own', 'groupIds']),
  )
  expect(aboutOf('own.whatsapp.text')).toContain('files')
  expect(aboutOf('timetable.times')).toEqual(['timetable.times'])
})
