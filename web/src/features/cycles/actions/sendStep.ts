import { type Cycle, getCycle, type SendNextStep, sendNextStep } from '@carillon/contract/cycles'
import { call } from '../../../api/call.ts'
import { askOrRead } from '../../../app/retries.ts'
import { withStoredSend } from '../../../app/unansweredSends.ts'

/**
 * Sends the next step of a cycle once, and returns the changed cycle; refused if it is not what the person has `seen`.
 * After a reload the page repeats the request until it is answered. If the server answers only 'done already', the cycle
 * is read and returned.
 */
export const sendStep = (id: string, seen: SendNextStep | undefined): Promise<Cycle> =>
  withStoredSend({ kind: 'cycle', id, anyway: false, seen }, (once) =>
    askOrRead(
      () => call(sendNextStep, { params: { id }, ...(seen ? { body: seen } : {}) }, { once }),
      {
        already_done: () => call(getCycle, { params: { id } }),
      },
    ),
  )
