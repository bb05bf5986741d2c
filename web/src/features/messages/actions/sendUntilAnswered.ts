import { sendAnyway } from '@carillon/contract/deliveries'
import {
  getMessage,
  type Message,
  type MessageSummary,
  sendMessageNow,
} from '@carillon/contract/messages'
import { call } from '../../../api/call.ts'
import { askOrRead, reportLostAnswer } from '../../../app/retries.ts'
import { withStoredSend } from '../../../app/unansweredSends.ts'

/**
 * Sends a message, with `anyway` against the rules of its groups. Repeats the request until it is answered, also after
 * the page is left. The key is stored: if no answer arrives before a reload, the new page asks again. Returns the
 * message; undefined if the answer is lost for good, which a toast has said.
 */
export async function sendUntilAnswered(
  { id }: Pick<MessageSummary, 'id'>,
  anyway: boolean,
): Promise<Message | undefined> {
  const params = { id }
  const read = { already_done: () => call(getMessage, { params }) }
  try {
    return await withStoredSend({ kind: 'message', id, anyway }, async (once) => {
      const sent = await askOrRead(() => call(sendMessageNow, { params }, { once }), read)
      if (anyway && sent.occurrence) await liftRules(sent.occurrence.id, `${once}-anyway`)
      return sent
    })
  } catch (error) {
    if (reportLostAnswer(error)) return undefined
    throw error
  }
}

const liftRules = (id: string, once: string) =>
  askOrRead<unknown>(() => call(sendAnyway, { params: { id } }, { once }), {
    already_done: async () => 'done',
  })

export type Send = typeof sendUntilAnswered
