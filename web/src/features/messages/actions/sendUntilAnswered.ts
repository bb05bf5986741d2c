import { sendAnyway } from '@carillon/contract/deliveries'
import type { Message, MessageSummary } from '@carillon/contract/messages'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { askUntilAnswered, reportLostAnswer } from '../../../app/retries.ts'
import { withStoredSend } from '../../../app/unansweredSends.ts'
import { type Ask, sendNow } from '../sendNow.ts'

/**
 * Sends a message, with `anyway` against the rules of its groups. Repeats the request until it is answered, also after
 * the page is left. Returns the message; undefined if the answer is lost for good, which a toast has said.
 */
export async function sendUntilAnswered(
  message: Pick<MessageSummary, 'id'>,
  anyway: boolean,
): Promise<Message | undefined> {
  try {
    return await sendWithStoredKey(message, anyway, askUntilAnswered)
  } catch (error) {
    if (reportLostAnswer(error)) return undefined
    throw error
  }
}

/** Sends a message with `ask`. The key is stored: if no answer arrives before a reload, the new page asks again. */
export const sendWithStoredKey = (
  { id }: Pick<MessageSummary, 'id'>,
  anyway: boolean,
  ask: Ask,
): Promise<Message> =>
  withStoredSend({ kind: 'message', id, anyway }, async (key) => {
    const sent = await sendNow({ id }, ask, key)
    if (anyway && sent.occurrence) await liftRules(sent.occurrence.id, ask, `${key}-anyway`)
    return sent
  })

async function liftRules(id: string, ask: Ask, once: string): Promise<void> {
  try {
    await ask(() => call(sendAnyway, { params: { id } }, { once }))
  } catch (error) {
    if (!isApiError(error, 'already_done')) throw error
  }
}

export type Send = typeof sendUntilAnswered
