import { expect, test } from 'vitest'
import { filledIn, problemsIn, type Known } from './acceptance/table.ts'
import { holdersIn } from './acceptance/titles.ts'

const rows = (...numbers: number[]) =>
  numbers.map((number) => `| ${String(number).padStart(3, '0')} | S B | A line. |  |`).join('\n')
const complete = rows(...Array.from({ length: 235 }, (_, index) => index + 1))

const known = (changes: Partial<Known> = {}): Known => ({
  holders: [],
  open: new Map(Array.from({ length: 235 }, (_, index) => [index + 1, 'Later.'])),
  rest: new Map(),
  ...changes,
})

test('titles name lines one by one, in every way a test is written', () => {
  const source = `
    test('036 one', () => {})
    test.for([1])("084, 086 each: %s", () => {})
    test(\`007, 009-011 themed: \${theme}\`, async () => {})
    test('no line at all', () => {})
    test('1000 is not a line', () => {})`
  expect(holdersIn('e2e/a.e2e.ts', source)).toEqual([
    { file: 'e2e/a.e2e.ts', title: 'one', lines: [36], ranged: false },
    { file: 'e2e/a.e2e.ts', title: 'each: %s', lines: [84, 86], ranged: false },
    { file: 'e2e/a.e2e.ts', title: 'themed: …', lines: [7, 9, 10, 11], ranged: true },
  ])
})

test('a row tells its tests, or why there is none, or what they leave out', () => {
  const holder = { file: 'e2e/bell.e2e.ts', title: 'the badge', lines: [2, 3], ranged: false }
  const document = `9 lines: old.\n${rows(1, 2, 3)}`
  const printed = filledIn(document, known({ holders: [holder], rest: new Map([[3, 'Not all.']]) }))
  expect(printed).toBe(
    [
      '3 lines: 1 held, 1 held in part, 1 open.',
      '| 001 | S B | A line. | **Open:** Later. |',
      '| 002 | S B | A line. | [bell.e2e.ts](../e2e/bell.e2e.ts) the badge |',
      '| 003 | S B | A line. | [bell.e2e.ts](../e2e/bell.e2e.ts) the badge<br>**Open:** Not all. |',
    ].join('\n'),
  )
  expect(filledIn(printed, known())).toContain('| 003 | S B | A line. | **Open:** Later. |')
})

test('what is missing, twice, unexplained or unknown is told', () => {
  expect(problemsIn(complete, known())).toEqual([])
  expect(problemsIn(complete.replace(`${rows(17)}\n`, ''), known())).toContain(
    'Lines that are missing: 017.',
  )
  expect(problemsIn(`${complete}\n${rows(17)}`, known())).toEqual([
    'Lines that are there twice: 017.',
  ])
  const open = new Map(known().open)
  open.delete(4)
  expect(problemsIn(complete, known({ open }))).toEqual([
    'Lines that are without a test, and without a reason why: 004.',
  ])
  const holder = { file: 'a.test.ts', title: 'b', lines: [4, 236], ranged: true }
  expect(problemsIn(complete, known({ open, holders: [holder] }))).toEqual([
    '“b” in a.test.ts names a range. List each line that one of its assertions holds.',
    'Lines that are named by “b” in a.test.ts, but do not exist: 236.',
  ])
})
