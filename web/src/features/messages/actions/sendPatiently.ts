import { sendAnyway } from '@carillon/contract/deliveries'
import type { Message, MessageSummary } from '@carillon/contract/messages'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { askUntilAnswered, toldUnanswered } from '../../../app/patience.ts'
import { sendNow } from '../sendNow.ts'

/**
 * Sends a message and, `anyway`, whatever the rules of its groups ask; asks on until it is answered, also when the page
 * was left. Answers the message as it is then, or nothing when nobody knows, which has been told.
 */
export async function sendPatiently(
  message: MessageSummary,
  anyway: boolean,
): Promise<Message | undefined> {
  try {
    const sent = await sendNow(message, askUntilAnswered)
    if (anyway && sent.occurrence) await liftRules(sent.occurrence.id)
    return sent
  } catch (error) {
    if (toldUnanswered(error)) return undefined
    throw error
  }
}

async function liftRules(id: string): Promise<void> {
  try {
    await askUntilAnswered(() => call(sendAnyway, { params: { id } }, { once: true }))
  } catch (error) {
    if (!isApiError(error, 'already_done')) throw error
  }
}

export type Send = typeof sendPatiently
