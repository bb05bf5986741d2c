import { hours } from '../../platform/clock.ts'
import type { FollowUpOutcome, FollowUpRequest, FollowUps } from '../port/follow-ups.ts'
import { refusalOf } from './chats.ts'
import { TelegramError, type Client } from './client.ts'

/** What bots can do with their messages: in groups they delete them within 48 hours, as admins later too. */
export const followUpsOf = (client: Client): FollowUps => ({
  windowMs: { delete: hours(48) },
  delete: (request) => deleteMessages(client, request),
})

async function deleteMessages(
  client: Client,
  { account, externalId, receipt, signal }: FollowUpRequest,
): Promise<FollowUpOutcome> {
  let gone = 0
  for (const id of receipt.externalIds) {
    try {
      await client.call(
        account.credentials,
        (api, stop) => api.deleteMessage({ chat_id: externalId, message_id: Number(id) }, stop),
        { signal },
      )
    } catch (error) {
      if (isGone(error)) gone += 1
      else return outcomeOf(error)
    }
  }
  return { kind: gone === receipt.externalIds.length ? 'gone' : 'done' }
}

/** Somebody deleted it before. */
const isGone = (error: unknown): boolean =>
  error instanceof TelegramError &&
  error.failure.kind === 'answer' &&
  error.failure.code === 400 &&
  /message to delete not found/i.test(error.failure.description)

function outcomeOf(error: unknown): FollowUpOutcome {
  const outcome = refusalOf(error)
  // A deletion has no formatting and no files.
  if (outcome.kind !== 'formattingRefused' && outcome.kind !== 'handleRefused') return outcome
  return { kind: 'refused', code: 'forbidden', reason: outcome.reason }
}
