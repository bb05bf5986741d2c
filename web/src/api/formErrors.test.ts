import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { formProblems } from './formErrors.ts'

const fieldOf = (path: string) => (path.startsWith('schedule.') ? ('time' as const) : undefined)

test('words go to the field they are about, the rest to the form', () => {
  const error = new ApiError(400, {
    code: 'invalid',
    message: 'Check the fields.',
    details: [
      { path: 'schedule.rule.at', message: 'This time has passed.' },
      { path: 'onUnconfirmed', message: 'Choose one.' },
    ],
  })
  expect(formProblems(error, fieldOf)).toEqual({
    fields: [{ path: 'time', message: 'This time has passed.' }],
    form: 'onUnconfirmed: Choose one.',
  })
})

test('an error without fields is told above the buttons', () => {
  const refused = new ApiError(409, { code: 'conflict', message: 'It is being sent.' })
  expect(formProblems(refused, fieldOf)).toEqual({ fields: [], form: 'It is being sent.' })
  expect(formProblems(new NetworkError(), fieldOf).form).toContain('cannot be reached')
  expect(formProblems(new TypeError('x is undefined'), fieldOf).form).not.toContain('undefined')
})
