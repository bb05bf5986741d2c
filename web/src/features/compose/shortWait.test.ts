import { expect, test } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { throwWithShortWait } from './shortWait.ts'

test.each([
  [503, 3_600, 10],
  [503, 5, 5],
  // The server counts the calls, and refuses each one before that.
  [429, 60, 60],
])('after %d a form that should wait %d s waits %d s', (status, named, waited) => {
  const error = new ApiError(status, { code: 'internal', message: 'No.' }, named)
  expect(() => throwWithShortWait(error)).toThrow(expect.objectContaining({ retryAfter: waited }))
})
