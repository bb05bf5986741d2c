import type { Message } from 'grammy/types'
import type { Clock } from '../../platform/clock.ts'
import type { Outcome, SendRequest } from '../port/sending.ts'
import { refusalOf } from './chats.ts'
import { TelegramError, type Client } from './client.ts'
import { compile, textMaxOf } from './compile.ts'
import { plainOf } from './plain.ts'
import { callSendMethod, handleIn } from './send-methods.ts'
import { openUploads } from './uploads.ts'

/** Sends one content to one chat: exactly one call, whatever its kind. */
export async function send(
  { client, clock }: { client: Client; clock: Clock },
  request: SendRequest,
  sandboxUrl: string | undefined,
): Promise<Outcome> {
  const { account, content, files, plain } = request
  const compiled = compile(content)
  const [refusal] = compiled.refusals
  if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
  const longest = textMaxOf(content)
  const rendered = plain ? plainOf(compiled, longest) : compiled
  if (!rendered) return NOT_PLAIN
  const uploads = openUploads(request, clock)
  if (uploads.signal.aborted && uploads.some) return uploads.failed()!
  try {
    const messages = await client.call(
      account.credentials,
      (api, stop) => callSendMethod(api, request, { rendered, uploads, signal: stop }),
      { signal: uploads.signal, purpose: uploads.some ? 'uploads' : 'sends' },
    )
    return sent(messages, request, sandboxUrl)
  } catch (error) {
    if (uploads.some && isTurnedAway(error)) return TURNED_AWAY
    const certain = isRefused(error) ? undefined : uploads.failed()
    if (certain) return certain
    const outcome = refusalOf(error)
    if (outcome.kind === 'handleRefused') {
      // A refused handle is only possible if we sent one instead of the bytes.
      return uploads.some && files.every(({ handle }) => handle === undefined)
        ? { kind: 'refused', code: 'bad_media', reason: outcome.reason }
        : outcome
    }
    if (outcome.kind !== 'formattingRefused') return outcome
    // It has no formatting to leave out.
    if (rendered.entities.length === 0) return badFormatting(outcome.reason)
    return plainOf(compiled, longest) ? outcome : NOT_PLAIN
  }
}

function sent(
  messages: Message[],
  { files }: SendRequest,
  sandboxUrl: string | undefined,
): Outcome {
  const [first, ...others] = messages
  if (!first) return { kind: 'unconfirmed', reason: 'Telegram named no message.' }
  const link = linkTo(first.chat, first.message_id, sandboxUrl)
  return {
    kind: 'sent',
    receipt: {
      externalIds: [
        String(first.message_id),
        ...others.map(({ message_id }) => String(message_id)),
      ],
      chatId: String(first.chat.id),
      ...(link ? { link } : {}),
    },
    ...(files.length > 0
      ? { handles: files.map((file, index) => handleIn(messages[index], file)) }
      : {}),
  }
}

/**
 * Whether Telegram has refused it, or a proxy has refused files as too large. After any other failure the result is
 * unknown.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof TelegramError)) return false
  const { failure } = error
  return failure.kind === 'answer'
    ? failure.code < 500
    : failure.kind === 'unreadable' && failure.status === 413
}

/** A proxy has refused the request, perhaps for its files. Requests without files may pass. */
const isTurnedAway = (error: unknown): boolean =>
  error instanceof TelegramError &&
  error.failure.kind === 'unreadable' &&
  error.failure.status >= 400 &&
  error.failure.status < 500 &&
  error.failure.status !== 413

const TURNED_AWAY: Outcome = {
  kind: 'retry',
  scope: 'delivery',
  code: 'unreachable',
  reason: 'Something on the way to Telegram refused the files.',
}

const badFormatting = (reason: string): Outcome => ({
  kind: 'refused',
  code: 'bad_formatting',
  reason,
})

const NOT_PLAIN = badFormatting(
  'Telegram does not accept the formatting, and without it the text would not say the same.',
)

/** The link to the message; basic groups have none. */
function linkTo(
  chat: { id: number; username?: string | undefined },
  messageId: number,
  sandboxUrl: string | undefined,
): string | undefined {
  // Telegram has no links to messages in private chats.
  if (chat.id > 0) return undefined
  if (sandboxUrl) return `${sandboxUrl}/sandbox/phone/chats/${chat.id}#m${messageId}`
  if (chat.username) return `https://t.me/${chat.username}/${messageId}`
  const id = String(chat.id)
  return id.startsWith('-100') ? `https://t.me/c/${id.slice(4)}/${messageId}` : undefined
}

/** Behind the last message of every chat: Telegram then opens the end of the chat. */
const NO_MESSAGE = 999_999_999

/** The link to a chat; private chats and basic groups have none. */
export function chatUrl(externalId: string, sandboxUrl: string | undefined): string | undefined {
  if (!externalId.startsWith('-')) return undefined
  if (sandboxUrl) return `${sandboxUrl}/sandbox/phone/chats/${externalId}`
  return externalId.startsWith('-100')
    ? `https://t.me/c/${externalId.slice(4)}/${NO_MESSAGE}`
    : undefined
}
