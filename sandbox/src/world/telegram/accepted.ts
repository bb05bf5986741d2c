import type { Entry } from '../ledger.ts'
import type { WorldEvent } from '../state.ts'

/** What the ledger keeps of an event: a message of a bot that was accepted. */
export function acceptedOn(event: WorldEvent): Entry | undefined {
  if (event.type !== 'messagePosted' || !event.accepted) return undefined
  const { message, accepted } = event
  const { content } = message
  return {
    seq: accepted.seq,
    at: message.at,
    channel: 'telegram-bot',
    accountId: String(accepted.botId),
    chatId: String(message.chatId),
    ...(message.topicId ? { topicId: String(message.topicId) } : {}),
    messageIds: [String(message.id)],
    text: content.kind === 'text' ? content.text : '',
    entities: content.kind === 'text' ? content.entities : [],
    ...(message.silent ? { silent: true } : {}),
    ...(message.protected ? { protected: true } : {}),
  }
}
