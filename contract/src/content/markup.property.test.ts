import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entity, inOrder, type RichText } from './entities.ts'
import { parse, plain, variablesIn } from './markup.ts'
import { escape, print } from './print.ts'
import { MARKUP_MAX } from './too-long.ts'

// All signs that have a meaning, also repeated (`__`, `` ``` ``), and some that have none.
const SIGNS = '* _ __ ___ ____ ~ || | ` `` ``` ```` \\ > [ ] ( ) : ://'.split(' ')
const LINKS = '](|[a](https://a.b/c_d_)|](https://a.b/(c))|](tg:x) |](javascript:x)|https://a.b/_c_'
const SPACES = [' ', '  ', '\n', '\n> ', '```js\n', '\n```', '\r\n', '\u00a0']
const LETTERS = [
  '{{group}}',
  '{{n}}',
  '{',
  '}',
  '{{a',
  'a',
  'b1',
  '.',
  ',',
  '^',
  '-',
  'é',
  '世',
  '👍',
  '👨\u200d👩',
  '\ud800',
]
const PARTS = [...SIGNS, ...SIGNS, ...LINKS.split('|'), ...SPACES, ...LETTERS]

const hostile = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 40 })
  .map((parts) => parts.join(''))
const anything = fc.oneof(hostile, hostile, fc.string({ unit: 'binary', maxLength: 60 }))

test('a parsed text is the same after printing and parsing again', () => {
  hold((markup) => {
    const rich = parse(markup)
    expect(parse(print(rich))).toEqual(rich)
  })
})

test('Telegram accepts every entity', () => {
  hold((markup) => {
    const { text, entities } = parse(markup)
    expect(entities).toEqual(entities.toSorted(inOrder))
    for (const [index, entity] of entities.entries()) {
      const words = text.slice(entity.offset, entity.offset + entity.length)
      expect(words.length).toBe(entity.length)
      expect(words.trim()).not.toBe('')
      expect(words.isWellFormed()).toBe(true)
      for (const other of entities.slice(index + 1)) expect(clash(entity, other)).toBeUndefined()
    }
  })
})

test('no word is lost or added: only signs, link addresses and languages are removed', () => {
  hold((markup) => {
    const kept = plain(markup)
    const signs = /[*_~|`\\>[\]()\s]/g
    const shrunk = markup.toWellFormed().replace(signs, '')
    expect(isWithin(kept.replace(signs, ''), shrunk)).toBe(true)
  })
})

test('an escaped text is read as itself, also inside a link', () => {
  hold((value) => {
    const text = value.toWellFormed().replace(/\r\n?/g, '\n')
    expect(parse(escape(value))).toEqual({ text, entities: [] })
    fc.pre(!text.includes('\n'))
    expect(plain(`a *${escape(value)}* b`)).toContain(text)
    expect(parse(`[a${escape(value)}z](tg:b)`)).toEqual(link(`a${text}z`))
  })
})

test('the value of a variable is always text and does not change the formatting around it', () => {
  fc.assert(
    fc.property(anything, anything, (markup, title) => {
      const group = title.toWellFormed()
      const withoutValues = parse(markup)
      const withValues = parse(markup, { group, date: 'd', time: 't', n: '1' })
      const withVariableNames = parse(markup, {
        group: '{{group}}',
        date: 'd',
        time: 't',
        n: '{{n}}',
      })
      expect(withVariableNames).toEqual(withoutValues)
      if (group.trim() !== group || group === '') return
      expect(withValues.entities.map(({ type }) => type)).toEqual(
        withoutValues.entities.map(({ type }) => type),
      )
      const words = variablesIn(markup).has('group') ? group : ''
      expect(withValues.text).toContain(words)
    }),
    { numRuns: 3000 },
  )
})

test('the work grows only with the length', () => {
  hold((part) => {
    const markup = part.repeat(Math.ceil(2000 / Math.max(1, part.length)))
    const meter = { steps: 0 }
    parse(markup, undefined, meter)
    expect(meter.steps).toBeLessThanOrEqual(STEPS_PER_UNIT * markup.length)
  }, 1000)
})

// For each character 2 for the indexes and 1 to 4 to read it; in a quote 1 for its line and 2 for its own indexes. That is
// 9 at most, and 12 leaves room.
const STEPS_PER_UNIT = 12

test.for([
  '*_~[',
  '*a _b ~c ||d ',
  '[a](https://x',
  '](tg:(',
  '[a](tg:[',
  '`a',
  '\\``',
  '`` ` ```',
  '> `a\n',
  '{{',
  '{{a b ',
  '{{n}}',
])('the longest text of %j takes no more steps for each character than a short one', (part) => {
  const stepsPerUnit = (length: number) => {
    const meter = { steps: 0 }
    parse(part.repeat(length / part.length), undefined, meter)
    return meter.steps / length
  }
  expect(stepsPerUnit(MARKUP_MAX)).toBeLessThan(stepsPerUnit(1000) * 1.1)
})

test('a text too long for any call is not read as markup', () => {
  const markup = `*a* {{n}}\r\n${'*_~['.repeat(250_000)}`
  const meter = { steps: 0 }
  expect(parse(markup, { group: '', date: '', time: '', n: '1' }, meter)).toEqual({
    text: markup.replace('\r', ''),
    entities: [],
  })
  expect(meter.steps).toBe(0)
})

function hold(statement: (markup: string) => void, numRuns = 3000) {
  fc.assert(fc.property(anything, statement), { numRuns })
}

const link = (text: string): RichText => ({
  text,
  entities: [{ type: 'text_link', offset: 0, length: text.length, url: 'tg:b' }],
})

/** Why two entities, the first one starting no later, cannot stand in one message. */
function clash(outer: Entity, inner: Entity): string | undefined {
  const end = outer.offset + outer.length
  if (inner.offset >= end) return undefined
  if (inner.offset + inner.length > end) return 'they cross'
  if (outer.type === inner.type) return 'one lies in another of its kind'
  if (outer.type === 'code' || outer.type === 'pre') return 'something lies in code'
  if (inner.type === 'blockquote') return 'a quote lies in something'
  const isCode = inner.type === 'code' || inner.type === 'pre'
  return isCode && outer.type !== 'blockquote' ? 'code lies in something' : undefined
}

/** Whether all units of a text occur in another in the same order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const char of whole) if (part.startsWith(char, at)) at += char.length
  return at === part.length
}
