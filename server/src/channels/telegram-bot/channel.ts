import type { MessageEntity } from 'grammy/types'
import type { Clock } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import type { Random } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Channel } from '../port.ts'
import type { Capabilities, Outcome, SendRequest } from '../port/sending.ts'
import { cannotAsk, checkChat, isChatAdmin, refusalOf } from './chats.ts'
import { openClient, type Client } from './client.ts'
import { compile } from './compile.ts'
import { followUpsOf } from './follow-ups.ts'
import { plainOf } from './plain.ts'
import { poll } from './poll.ts'
import { openRamp } from './ramp.ts'
import { parseStorable } from './storable.ts'
import { isUpdate, readUpdate } from './updates.ts'
import { register } from './webhook.ts'

export type TelegramBotOptions = {
  /** Of the Bot API server, without a slash at the end. */
  apiRoot: string
  /** Where the sandbox is, when it stands in for Telegram, and the page of ours that its phone leads back to. */
  sandbox?: { url: string; back: string }
  clock: Clock
  random: Random
  log: Log
}

/**
 * Telegram by bots. The limits are those of the Bot API and of its FAQ: 4096 characters, about 30
 * messages a second for a bot, one a second in a chat with short bursts, 20 a minute in a group. We stay
 * a little below, since a flood wait costs more than it saves.
 */
const capabilities: Capabilities = {
  guarantee: 'at-most-once, asks',
  textMax: 4_096,
  topics: true,
  // Each send is a call of its own, whatever keeps updates from us.
  sendsInSession: false,
  pace: {
    account: { perSecond: 25, burst: 28 },
    chat: { perSecond: 1, burst: 3 },
    groupPerMinute: 18,
    // Enough for 25 a second at 200 ms an answer; grammY's authors advise about three. When Telegram
    // answers slower it wants less, and each one on the wire is one to doubt after a crash.
    inFlight: 5,
  },
}

/** The token of a bot: its id, a colon, 35 characters today. Others need no question to be refused. */
const TOKEN = /^\d{3,20}:[\w-]{20,100}$/

/** The channel for bots, whoever they belong to. */
export function telegramBot(options: TelegramBotOptions): Channel {
  const client = openClient(options.apiRoot)
  const means = { client, clock: options.clock, random: options.random, log: options.log }
  const ramp = openRamp(options.clock)
  return {
    kind: 'telegram-bot',
    capabilities,
    pairing: {
      token: {
        // A token begins with the id of its bot.
        accountIdIn: (token) => token.slice(0, token.indexOf(':')),
        identify: (token, signal) => identify(client, token, signal),
        operator: {
          setting: 'TELEGRAM_BOT_TOKEN',
          read: ({ telegram }) => ({ token: telegram.botToken, retire: telegram.retireBot }),
        },
      },
    },
    open: (account, events) =>
      ramp(() =>
        account.webhook
          ? register(means, { ...account, webhook: account.webhook }, events)
          : poll(means, account, events),
      ),
    webhook: {
      path: '/hooks/telegram',
      secretIn(headers) {
        const secret = headers['x-telegram-bot-api-secret-token']
        return typeof secret === 'string' ? secret : undefined
      },
      read(account, body) {
        const update = parseStorable(JSON.stringify(body ?? null))
        return isUpdate(update) ? readUpdate(update, account.username) : null
      },
    },
    check: (account, chat, signal) => checkChat(client, account, chat, signal),
    proof: {
      isAdmin: (account, externalId, personId) =>
        isChatAdmin(client, account, externalId, personId),
      inviteUrl: ({ username }, code) => inviteUrl(options.sandbox, username, code),
    },
    compile,
    send: (request) => send(client, request, options.sandbox?.url),
    followUps: followUpsOf(client),
    close: () => client.close(),
  }
}

async function identify(client: Client, token: string, signal?: AbortSignal) {
  if (!TOKEN.test(token)) {
    throw invalid('token', 'This is not a bot token. BotFather’s look like 123456789:AAF…')
  }
  try {
    const me = await client.call(token, (api, stop) => api.getMe(stop), { signal })
    const { id, username, first_name: name } = me
    return { externalId: String(id), identity: `@${username}`, username, name }
  } catch (error) {
    const outcome = refusalOf(error)
    if (outcome.kind === 'accountLost') {
      throw invalid('token', 'Telegram does not know this token. Copy it again from BotFather.')
    }
    throw cannotAsk(outcome)
  }
}

function inviteUrl(sandbox: TelegramBotOptions['sandbox'], username: string, code: string): string {
  const query = new URLSearchParams({ bot: username, startgroup: code })
  return sandbox
    ? `${sandbox.url}/sandbox/phone/add?${query.toString()}&back=${encodeURIComponent(sandbox.back)}`
    : `https://t.me/${username}?startgroup=${code}`
}

async function send(
  client: Client,
  request: SendRequest,
  sandboxUrl: string | undefined,
): Promise<Outcome> {
  const { account, externalId, topicId, content, plain, signal } = request
  const compiled = compile(content)
  if (compiled.refusal) return { kind: 'refused', ...compiled.refusal }
  const said = plain ? plainOf(compiled) : compiled
  if (!said) return NOT_PLAIN
  const { silent, protect, linkPreview } = content.options ?? {}
  try {
    const message = await client.call(
      account.credentials,
      (api, stop) =>
        api.sendMessage(
          {
            chat_id: externalId,
            text: said.text,
            entities: said.entities as MessageEntity[],
            ...(topicId ? { message_thread_id: Number(topicId) } : {}),
            ...(silent ? { disable_notification: true } : {}),
            ...(protect ? { protect_content: true } : {}),
            ...(linkPreview === 'off' ? { link_preview_options: { is_disabled: true } } : {}),
          },
          stop,
        ),
      { signal },
    )
    const link = linkTo(message.chat, message.message_id, sandboxUrl)
    return {
      kind: 'sent',
      receipt: {
        externalIds: [String(message.message_id)],
        chatId: String(message.chat.id),
        ...(link ? { link } : {}),
      },
    }
  } catch (error) {
    const outcome = refusalOf(error)
    if (outcome.kind !== 'formattingRefused') return outcome
    // Sending it without formatting would change nothing, because it has none.
    if (said.entities.length === 0) return badFormatting(outcome.reason)
    return plainOf(compiled) ? outcome : NOT_PLAIN
  }
}

const badFormatting = (reason: string): Outcome => ({
  kind: 'refused',
  code: 'bad_formatting',
  reason,
})

const NOT_PLAIN = badFormatting(
  'Telegram does not accept the formatting, and without it the text would not say the same.',
)

/** Where members find the message; basic groups have no links. */
function linkTo(
  chat: { id: number; username?: string | undefined },
  messageId: number,
  sandboxUrl: string | undefined,
): string | undefined {
  if (sandboxUrl) return `${sandboxUrl}/sandbox/phone/chats/${chat.id}#m${messageId}`
  if (chat.username) return `https://t.me/${chat.username}/${messageId}`
  const id = String(chat.id)
  return id.startsWith('-100') ? `https://t.me/c/${id.slice(4)}/${messageId}` : undefined
}
