import { expect, test } from 'vitest'
import { compile } from './compile.ts'

const said = (text: string, group = '') =>
  compile({ kind: 'text', text, values: { group, date: '', time: '', n: '' } }).text

test('what is formatted stands between the signs of WhatsApp', () => {
  expect(said('*Bold* _it_ ~no~ `a*b*`\n> quote\n> more')).toBe(
    '*Bold* _it_ ~no~ `a*b*`\n> quote\n> more',
  )
})

test('what formats nothing is left as it is', () => {
  const plain = [
    '2 * 3 * 4',
    'snake_case_name',
    'one *footnote',
    'See https://example.org/_a_/*b*/c and x',
    '- one\n- two',
    '5 > 3',
  ]
  for (const text of plain) expect(said(text)).toBe(text)
})

test('a long text full of signs takes no time', () => {
  const start = performance.now()
  expect(said('\\*a\\* '.repeat(3_000)).length).toBeGreaterThan(9_000)
  const [refusal] = compile({ kind: 'text', text: '*a* '.repeat(250_000) }).refusals
  expect(refusal).toMatchObject({ code: 'text_too_long' })
  expect(performance.now() - start).toBeLessThan(1_000)
})

test('what WhatsApp does otherwise is said', () => {
  const linkCard = { title: 'The plan' }
  const noLink = { kind: 'text' as const, text: 'See there', linkCard }
  expect(compile(noLink).warnings).toEqual([expect.stringMatching(/a text that has a link/)])
  expect(compile({ ...noLink, options: { linkPreview: 'off' } }).warnings).toEqual([])
  const poll = { question: 'Come?', options: ['Yes', 'No'], anonymous: false }
  const asked = { kind: 'poll' as const, text: '', poll, options: { mentionAll: true } }
  expect(compile(asked).warnings).toEqual(['WhatsApp mentions nobody with a poll.'])
})

test('a link card stands above the first address that members see, and above nothing else', () => {
  const linkCard = { title: 'The plan', description: '', mediaId: 'm1' }
  const cardOf = (text: string, more: object = {}) =>
    compile({ kind: 'text', text, linkCard, ...more }).linkCard
  const card = (url: string) => ({ url, title: 'The plan', mediaId: 'm1' })
  expect(cardOf('*See https://a.example/_x_/1*, https://b.example')).toEqual(
    card('https://a.example/_x_/1'),
  )
  expect(cardOf('See [the plan](https://a.example/plan).')).toEqual(card('https://a.example/plan'))
  const buttons = [[{ text: 'Plan', url: 'https://a.example/b' }]]
  expect(cardOf('See below', { buttons })).toEqual(card('https://a.example/b'))
  expect(cardOf('tg://resolve?domain=x http:// nothing')).toBeUndefined()
  expect(cardOf('https://a.example', { options: { linkPreview: 'off' } })).toBeUndefined()
  const media = [{ mediaId: 'm2', kind: 'photo' }]
  const withFile = { kind: 'media', media, text: 'https://a.example' }
  expect(cardOf('', withFile)).toBeUndefined()
})
