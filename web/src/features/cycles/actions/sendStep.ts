import { type Cycle, sendNextStep } from '@carillon/contract/cycles'
import { call } from '../../../api/call.ts'
import { askUntilAnswered } from '../../../app/patience.ts'
import { keepingSend } from '../../../app/unansweredSends.ts'

/** Sends the next step of a cycle, once; a page that is loaded anew goes on asking until it is answered. */
export const sendStep = (id: string): Promise<Cycle> =>
  keepingSend({ kind: 'cycle', id, anyway: false }, (once) =>
    askUntilAnswered(() => call(sendNextStep, { params: { id } }, { once })),
  )
