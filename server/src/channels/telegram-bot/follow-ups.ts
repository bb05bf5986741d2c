import type { Content } from '@carillon/contract/content/content'
import type { MessageEntity } from 'grammy/types'
import { hours } from '../../platform/clock.ts'
import type { FollowUpOutcome, FollowUpRequest, FollowUps } from '../port/follow-ups.ts'
import { refusalOf } from './chats.ts'
import { TelegramError, type Client } from './client.ts'
import { compile } from './compile.ts'
import { keyboardOf } from './send-methods.ts'
import { knownOf } from './telegram-errors.ts'

/**
 * What bots can do with their messages: they delete them within 48 hours, and as admins later too. There is no such
 * bound for editing them. A poll stays as it is.
 */
export const followUpsOf = (client: Client): FollowUps => ({
  windowMs: { delete: hours(48), edit: Infinity },
  admins: ['delete'],
  whyNotEditable: ({ kind }) =>
    kind === 'poll'
      ? 'Telegram lets nobody change a poll. Delete it, and send another.'
      : undefined,
  delete: (request) => deleteMessages(client, request),
  // The first message of an album has its text, and is the one to pin.
  pin: (request) =>
    call(client, request, (api, { chat_id, message_id }, stop) =>
      api.pinChatMessage({ chat_id, message_id, disable_notification: !request.notify }, stop),
    ),
  unpin: (request) => call(client, request, (api, at, stop) => api.unpinChatMessage(at, stop)),
  edit: (request) => edit(client, request, request.content),
})

type MessageTarget = { chat_id: string; message_id: number }
type Ask = Parameters<Client['call']>[1]
type Api = Parameters<Ask>[0]
type Signal = Parameters<Ask>[1]

async function call(
  client: Client,
  { account, externalId, receipt, signal }: FollowUpRequest,
  ask: (api: Api, target: MessageTarget, signal: Signal) => Promise<unknown>,
  id: string = receipt.externalIds[0],
): Promise<FollowUpOutcome> {
  const target = { chat_id: externalId, message_id: Number(id) }
  try {
    await client.call(account.credentials, (api, stop) => ask(api, target, stop), { signal })
    return { kind: 'done' }
  } catch (error) {
    return (error instanceof TelegramError && knownOf(error.failure)) || failedAsSend(error)
  }
}

/** Deletes each message of an album, also if somebody has deleted one of them before. */
async function deleteMessages(client: Client, request: FollowUpRequest): Promise<FollowUpOutcome> {
  let gone = 0
  for (const id of request.receipt.externalIds) {
    const outcome = await call(client, request, (api, at, stop) => api.deleteMessage(at, stop), id)
    if (outcome.kind === 'gone') gone += 1
    else if (outcome.kind !== 'done') return outcome
  }
  return { kind: gone === request.receipt.externalIds.length ? 'gone' : 'done' }
}

/** The caller has checked that the files are the same as before. */
async function edit(
  client: Client,
  request: FollowUpRequest,
  content: Content,
): Promise<FollowUpOutcome> {
  const { text, entities, refusals } = compile(content)
  const [refusal] = refusals
  if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
  const keyboard = keyboardOf(content.buttons)
  const shown = entities as MessageEntity[]
  if (content.kind === 'poll') {
    return { kind: 'refused', code: 'unsupported', reason: 'Telegram lets nobody change a poll.' }
  }
  if (content.kind === 'text') {
    const preview =
      content.options?.linkPreview === 'off' ? { link_preview_options: { is_disabled: true } } : {}
    return call(client, request, (api, at, stop) =>
      api.editMessageText({ ...at, text, entities: shown, ...preview, ...keyboard }, stop),
    )
  }
  const above = content.options?.captionAbove ? { show_caption_above_media: true } : {}
  return call(client, request, (api, at, stop) =>
    api.editMessageCaption(
      { ...at, caption: text, caption_entities: shown, ...above, ...keyboard },
      stop,
    ),
  )
}

/** The outcome of a follow-up that failed as a send can fail. */
function failedAsSend(error: unknown): FollowUpOutcome {
  const outcome = refusalOf(error)
  if (outcome.kind !== 'formattingRefused' && outcome.kind !== 'handleRefused') return outcome
  return { kind: 'refused', code: 'bad_formatting', reason: outcome.reason }
}
