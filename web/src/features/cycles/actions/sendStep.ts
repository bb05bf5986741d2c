import { type Cycle, getCycle, sendNextStep } from '@carillon/contract/cycles'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { askUntilAnswered } from '../../../app/retries.ts'
import { withStoredSend } from '../../../app/unansweredSends.ts'

/**
 * Sends the next step of a cycle, once, and answers the cycle as it is then; a page that is loaded anew goes on asking
 * until it is answered. If the server only answers that it was already done, the cycle is read and answered.
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
