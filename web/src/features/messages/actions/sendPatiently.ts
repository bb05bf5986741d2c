import { sendAnyway } from '@carillon/contract/deliveries'
import type { Message, MessageSummary } from '@carillon/contract/messages'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { askUntilAnswered, toldUnanswered } from '../../../app/patience.ts'
import { keepingSend } from '../../../app/unansweredSends.ts'
import { type Ask, sendNow } from '../sendNow.ts'

/**
 * Sends a message and, `anyway`, whatever the rules of its groups ask; asks on until it is answered, also when the page
 * was left. Answers the message as it is then, or nothing when nobody knows, which has been told.
 */
export async function sendPatiently(
  message: Pick<MessageSummary, 'id'>,
  anyway: boolean,
): Promise<Message | undefined> {
  try {
    return await sendKept(message, anyway, askUntilAnswered)
  } catch (error) {
    if (toldUnanswered(error)) return undefined
    throw error
  }
}

/** Sends a message by way of `ask`. If no answer comes and the page is reloaded, the new page asks again. */
export const sendKept = (
  { id }: Pick<MessageSummary, 'id'>,
  anyway: boolean,
  ask: Ask,
): Promise<Message> =>
  keepingSend({ kind: 'message', id, anyway }, async (key) => {
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

export type Send = typeof sendPatiently
