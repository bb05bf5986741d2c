import { expect, test } from 'vitest'
import { problemsOfSteps } from './problems.ts'

test('what is wrong with several steps is told once, with their numbers', () => {
  const message = 'Write your own text, or switch it off.'
  expect(
    problemsOfSteps([
      { path: 'name', message: 'Give the cycle a name.' },
      { path: 'steps.0.text', message },
      { path: 'steps.2.text', message },
      { path: 'steps.2.own.whatsapp.text', message },
      { path: 'steps.3.until', message: 'The last day is before the first.' },
    ]),
  ).toEqual([
    { path: 'name', message: 'Give the cycle a name.' },
    { path: 'steps.0.text', message: `Steps 1 and 3: ${message}` },
    { path: 'steps.3.until', message: 'Step 4: The last day is before the first.' },
  ])
})
