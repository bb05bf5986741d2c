import { expect, test } from 'vitest'
import { ApiError, errorWords } from '../api/errors.ts'
import { formProblems } from '../api/formErrors.ts'
import { tierWords } from './refusalToast.ts'

test('a limit of the server keeps its own words, and leads to no other tier', () => {
  const message = 'You have 100 active automated messages, the most this server allows.'
  const error = new ApiError(409, { code: 'limit_reached', message, limit: 'activeSeries' })
  expect(tierWords(error)).toBeUndefined()
  expect(errorWords(error)).toBe(message)
  // An editor has no such field: it says so below its buttons.
  expect(formProblems(error, () => 'title')).toEqual({ fields: [], form: message })
})

test('143, 144, 146 a reached limit and a withheld feature are told in the words of the specification', () => {
  const limit = new ApiError(409, { code: 'limit_reached', message: '…', resource: 'groups' })
  expect(tierWords(limit)).toEqual({
    title: 'Groups Limit Reached',
    description:
      "You've reached the maximum number of Groups for your current tier. Upgrade to pro for more.",
  })
  const feature = new ApiError(402, { code: 'upgrade_required', message: '…', feature: 'WhatsApp' })
  expect(tierWords(feature)).toEqual({
    title: 'Upgrade Required',
    description: 'WhatsApp is only available in the pro tier. Upgrade now to access this feature.',
  })
})

test('any other refusal keeps its own words', () => {
  expect(tierWords(new ApiError(409, { code: 'conflict', message: 'Busy.' }))).toBeUndefined()
  expect(tierWords(new TypeError())).toBeUndefined()
})
