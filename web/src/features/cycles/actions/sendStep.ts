import { type Cycle, getCycle, sendNextStep } from '@carillon/contract/cycles'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { askUntilAnswered } from '../../../app/retries.ts'
import { withStoredSend } from '../../../app/unansweredSends.ts'

/**
 * Sends the next step of a cycle once, and returns the changed cycle. After a reload the page repeats the request until it
 * is answered. If the server answers only 'done already', the cycle is read and returned.
 */
export const sendStep = (id: string): Promise<Cycle> =>
  withStoredSend({ kind: 'cycle', id, anyway: false }, async (once) => {
    const params = { id }
    try {
      return await askUntilAnswered(() => call(sendNextStep, { params }, { once }))
    } catch (error) {
      if (!isApiError(error, 'already_done')) throw error
      return askUntilAnswered(() => call(getCycle, { params }))
    }
  })
