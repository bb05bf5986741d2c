import type { Entry } from '../ledger.ts'
import type { WorldEvent } from '../state.ts'
import type { Acceptance } from './events.ts'
import type { Message } from './model.ts'

/** What the ledger keeps of what a bot posted: a message or an album. */
export function postedOn(event: WorldEvent): Entry | undefined {
  if (event.type === 'albumPosted') return entryOf(event.messages, event.accepted)
  if (event.type !== 'messagePosted' || !event.accepted) return undefined
  return entryOf([event.message], event.accepted)
}

/** An album's words are those of its first item that has any, as members see them below it. */
function entryOf(messages: Message[], { seq, botId, media }: Acceptance): Entry | undefined {
  const [first] = messages
  if (!first) return undefined
  const texts = messages.flatMap(({ content }) => ('text' in content ? [content] : []))
  const { text, entities } = texts.find((content) => content.text !== '') ?? noText
  const poll = first.content.kind === 'poll' ? first.content.poll : undefined
  return {
    seq,
    at: first.at,
    channel: 'telegram-bot',
    accountId: String(botId),
    chatId: String(first.chatId),
    ...(first.topicId ? { topicId: String(first.topicId) } : {}),
    messageIds: messages.map(({ id }) => String(id)),
    text,
    entities,
    ...(media ? { media } : {}),
    ...(poll ? { poll: { question: poll.question, options: poll.options } } : {}),
    ...(first.silent ? { silent: true } : {}),
    ...(first.protected ? { protected: true } : {}),
  }
}

const noText = { text: '', entities: [] }
