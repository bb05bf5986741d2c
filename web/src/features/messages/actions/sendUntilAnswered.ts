import { sendAnyway } from '@carillon/contract/deliveries'
import type { Message, MessageSummary } from '@carillon/contract/messages'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { askUntilAnswered, reportLostAnswer } from '../../../app/retries.ts'
import { withStoredSend } from '../../../app/unansweredSends.ts'
import { sendNow } from '../sendNow.ts'

/**
 * Sends a message, with `anyway` against the rules of its groups. Repeats the request until it is answered, also after
 * the page is left. The key is stored: if no answer arrives before a reload, the new page asks again. Returns the
 * message; undefined if the answer is lost for good, which a toast has said.
 */
export async function sendUntilAnswered(
  message: Pick<MessageSummary, 'id'>,
  anyway: boolean,
): Promise<Message | undefined> {
  const { id } = message
  try {
    return await withStoredSend({ kind: 'message', id, anyway }, async (key) => {
      const sent = await sendNow(message, askUntilAnswered, key)
      if (anyway && sent.occurrence) await liftRules(sent.occurrence.id, `${key}-anyway`)
      return sent
    })
  } catch (error) {
    if (reportLostAnswer(error)) return undefined
    throw error
  }
}

async function liftRules(id: string, once: string): Promise<void> {
  try {
    await askUntilAnswered(() => call(sendAnyway, { params: { id } }, { once }))
  } catch (error) {
    if (!isApiError(error, 'already_done')) throw error
  }
}

export type Send = typeof sendUntilAnswered
