import type { Message } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../api/errors.ts'
import { sentBefore } from './sentBefore.ts'

/** Whether a save is told as done, with the state that its refusal names. */
function isFound(there: Partial<Message> | null) {
  const error = new ApiError(409, { code: 'conflict', message: 'No.', current: there })
  try {
    return sentBefore('ours')(error) === there
  } catch (thrown) {
    if (thrown !== error) throw thrown
    return false
  }
}

test('a save that is refused was done if the message was sent by it, and not stopped or changed since', () => {
  const sent = ['sending', 'sent', 'partly_sent', 'failed', 'missed'] as const
  for (const status of sent) {
    expect(isFound({ status, sentBy: 'ours' })).toBe(true)
    expect(isFound({ status, sentBy: 'theirs' })).toBe(false)
    expect(isFound({ status })).toBe(false)
  }
  for (const status of ['draft', 'scheduled', 'paused', 'canceled'] as const) {
    expect(isFound({ status, sentBy: 'ours' })).toBe(false)
  }
  expect(isFound(null)).toBe(false)
  const lost = new NetworkError()
  expect(() => sentBefore('ours')(lost)).toThrow(lost)
})
