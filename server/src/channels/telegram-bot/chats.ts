import type { ChatFullInfo, ChatMember } from 'grammy/types'
import { AppError } from '../../platform/errors.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { CheckedChat } from '../port/chats.ts'
import { TelegramError, type Client } from './client.ts'
import { outcomeOf, type Refusal } from './telegram-errors.ts'
import { lostReasons, rightsOf } from './rights.ts'
import { GROUP_ANONYMOUS_BOT, kindOf } from './updates.ts'

/** Reads a chat and our membership in it from Telegram. Throws AppError `unavailable` when it cannot be asked. */
export async function checkChat(
  client: Client,
  account: ChannelAccount,
  asked: string,
  signal?: AbortSignal,
): Promise<CheckedChat> {
  const { chat, topicId } = readChatLink(asked)
  try {
    return await askForChat(client, account, chat, topicId, signal)
  } catch (error) {
    const outcome = refusalOf(error)
    if (outcome.kind === 'groupLost') {
      return { externalId: chat, lost: true, code: outcome.code, reason: outcome.reason }
    }
    // A basic group that became a supergroup lives on under another id.
    if (outcome.kind === 'retarget') {
      return askForChat(client, account, outcome.externalId, topicId, signal)
    }
    throw cannotAsk(outcome)
  }
}

/** Whether a person is an admin of the chat. A message in the chat's own name is one: Telegram allows it only to admins. */
export async function isChatAdmin(
  client: Client,
  account: ChannelAccount,
  externalId: string,
  personId: string,
): Promise<boolean> {
  if (personId === externalId || personId === GROUP_ANONYMOUS_BOT) return true
  // A message in the name of another chat is not from a person, so not from an admin.
  if (personId.startsWith('-')) return false
  try {
    const member = await client.call(account.credentials, (api, signal) =>
      api.getChatMember({ chat_id: externalId, user_id: Number(personId) }, signal),
    )
    return runsIt(member)
  } catch (error) {
    refusedOnly(error)
    // A group may hide its members from bots that are not admins, but never its admins.
    return isListedAdmin(client, account, externalId, personId)
  }
}

/** A chat, and perhaps a topic, by what people paste: `https://t.me/c/123/45`, `https://t.me/name`, `@name`, an id. */
export function readChatLink(text: string): { chat: string; topicId?: string } {
  const path = text.trim().replace(/^(?:https?:\/\/)?(?:t|telegram)\.me\//i, '')
  // Private chats are linked without the prefix that the Bot API gives their ids.
  const [, secluded, name, number] = /^(?:c\/(\d+)|@?([a-z]\w{3,31}))(?:\/(\d+))?/i.exec(path) ?? []
  if (!secluded && !name) return { chat: path }
  const topic = number ? { topicId: number } : {}
  return secluded ? { chat: `-100${secluded}`, ...topic } : { chat: `@${name}`, ...topic }
}

/** What a failed call means; anything but Telegram's failures is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof TelegramError) return outcomeOf(error.failure)
  throw error
}

/** The error for a failed query, with the seconds after which another try makes sense. */
export function cannotAsk(outcome: Refusal): AppError {
  const reason = 'reason' in outcome ? outcome.reason : 'Telegram cannot be asked now.'
  const wait = outcome.kind === 'retry' && outcome.waitMs ? outcome.waitMs / 1_000 : 5
  return new AppError('unavailable', reason, { retryAfter: wait })
}

async function askForChat(
  client: Client,
  account: ChannelAccount,
  chatId: string,
  topicId?: string,
  signal?: AbortSignal,
): Promise<CheckedChat> {
  const token = account.credentials
  const chat = await client.call(token, (api, stop) => api.getChat({ chat_id: chatId }, stop), {
    signal,
  })
  const externalId = String(chat.id)
  if (chat.type === 'private') {
    return { externalId, lost: true, code: 'not_found', reason: 'This is a person, not a group.' }
  }
  const member = await client.call(
    token,
    (api, stop) =>
      api.getChatMember({ chat_id: chat.id, user_id: Number(account.externalId) }, stop),
    { signal },
  )
  if (member.status === 'left' || member.status === 'kicked') {
    return { externalId, lost: true, code: member.status, reason: lostReasons[member.status] }
  }
  return {
    externalId,
    lost: false,
    title: titleOf(chat),
    kind: kindOf({ type: chat.type }),
    memberCount: await client.call(
      token,
      (api, stop) => api.getChatMemberCount({ chat_id: chat.id }, stop),
      { signal },
    ),
    ...rightsOf(chat, member),
    // Without topics the second number of a link is a message.
    ...(topicId && chat.is_forum ? { topicId } : {}),
  }
}

async function isListedAdmin(
  client: Client,
  account: ChannelAccount,
  externalId: string,
  personId: string,
) {
  try {
    const admins = await client.call(account.credentials, (api, signal) =>
      api.getChatAdministrators({ chat_id: externalId }, signal),
    )
    return admins.some((admin) => String(admin.user.id) === personId && runsIt(admin))
  } catch (error) {
    refusedOnly(error)
    return false
  }
}

/** Accepts a refusal of Telegram as an answer: not in the chat, not a person, no such chat. Rethrows other failures. */
function refusedOnly(error: unknown): void {
  const outcome = refusalOf(error)
  if (outcome.kind !== 'refused' && outcome.kind !== 'groupLost') throw cannotAsk(outcome)
}

const runsIt = (member: ChatMember) =>
  member.status === 'creator' || member.status === 'administrator'

const titleOf = (chat: ChatFullInfo) => chat.title ?? ''
