import { expect, test } from 'vitest'
import { disorder, duplicates, lateness, missing, rateViolations } from './judge.ts'
import type { Entry } from './ledger.ts'

const CHAT = '-100'

test('the same words twice in a chat are a duplicate, elsewhere or much later they are not', () => {
  const entries = said(['Hello', 0], ['Hello', 50], ['Hello', 10_000], ['Bye', 0])
  const elsewhere = { ...entry('Bye', 0, 9), chatId: '-101' }
  expect(duplicates([...entries, elsewhere], 1_000)).toMatchObject([{ seqs: [1, 2] }])
  expect(duplicates(entries)).toMatchObject([{ seqs: [1, 2, 3] }])
})

test('a key in the text says what is the same when the words differ', () => {
  const entries = said(['Hello [d-1]', 0], ['Hi again [d-1]', 5], ['Hello [d-2]', 9])
  expect(duplicates(entries, Infinity, /\[(.+?)\]/)).toEqual([
    { chatId: CHAT, key: 'd-1', seqs: [1, 2] },
  ])
})

test('formatting makes a difference', () => {
  const [plain, bold] = said(['Hello', 0], ['Hello', 1])
  if (bold) bold.entities = [{ type: 'bold', offset: 0, length: 5 }]
  expect(duplicates([plain, bold].filter((one) => one !== undefined))).toEqual([])
})

test('what was expected and never came is missing; what came late is counted in milliseconds', () => {
  const entries = said(['one', 1_000], ['two', 2_500])
  const expected = ['one', 'two', 'three'].map((text, i) => ({
    chatId: CHAT,
    text,
    at: (i + 1) * 1_000,
  }))
  expect(missing(entries, expected)).toMatchObject([{ text: 'three' }])
  expect(lateness(entries, expected)).toEqual([0, 500])
})

test('order is judged within a chat', () => {
  const entries = said(['one', 0], ['three', 1], ['two', 2])
  const expected = ['one', 'two', 'three'].map((text) => ({ chatId: CHAT, text }))
  expect(disorder(entries, expected)).toMatchObject([[{ text: 'two' }, { text: 'three' }]])
  expect(disorder(entries, expected.slice(0, 2))).toEqual([])
})

test('a pace that Telegram would refuse is seen without limits too', () => {
  const rules = (times: number[], isGroup = false) =>
    rateViolations(said(...times.map((at): [string, number] => ['x', at])), () => isGroup).map(
      ({ rule }) => rule,
    )
  expect(rules([0, 1, 2])).toEqual([])
  expect(rules([0, 1, 2, 3])).toEqual(['chatPerSecond'])
  expect(rules([0, 1, 2, 1_000, 2_000, 3_000])).toEqual([])
  const every2s = Array.from({ length: 21 }, (_, i) => i * 2_000)
  expect(rules(every2s, true)).toEqual(['groupPerMinute'])
  const many = Array.from({ length: 31 }, (_, i) => ({
    ...entry('x', i, i + 1),
    chatId: String(i),
  }))
  expect(rateViolations(many, () => false)).toMatchObject([{ rule: 'accountPerSecond', seq: 31 }])
})

const said = (...words: [text: string, at: number][]): Entry[] =>
  words.map(([text, at], i) => entry(text, at, i + 1))

const entry = (text: string, at: number, seq: number): Entry => ({
  seq,
  at,
  channel: 'telegram-bot',
  accountId: '1',
  chatId: CHAT,
  messageIds: [String(seq)],
  text,
  entities: [],
})
