import { channelFacts } from '@carillon/contract/channels'
import { TELEGRAM_CAPTION_MAX, TELEGRAM_TEXT_MAX } from '@carillon/contract/content/entities'
import type { Clock } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import type { Random } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Channel } from '../port.ts'
import type { Media } from '../port/media.ts'
import type { Capabilities } from '../port/sending.ts'
import { cannotAsk, checkChat, isChatAdmin, refusalOf } from './chats.ts'
import { openClient, type Client } from './client.ts'
import { compile } from './compile.ts'
import { followUpsOf } from './follow-ups.ts'
import { chatPhoto } from './photo.ts'
import { poll } from './long-polling.ts'
import { openRamp } from './ramp.ts'
import { chatUrl, send } from './send.ts'
import { parseStorable } from './storable.ts'
import { isUpdate, readUpdate } from './updates.ts'
import { register } from './webhook-registration.ts'

export type TelegramBotOptions = {
  /** Of the Bot API server, without a slash at the end. */
  apiRoot: string
  /** The address of the sandbox, if it stands in for Telegram, and our page that its phone links back to. */
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
  guarantee: channelFacts['telegram-bot'].guarantee,
  textMax: TELEGRAM_TEXT_MAX,
  captionMax: TELEGRAM_CAPTION_MAX,
  topics: true,
  polls: true,
  buttons: true,
  // Sends need no session: each is a call of its own.
  needsSessionToSend: false,
  pace: {
    account: { perSecond: 25, burst: 28 },
    chat: { perSecond: 1, burst: 3 },
    groupPerMinute: 18,
    // Enough for 25 a second at 200 ms an answer; grammY's authors advise about three. A slower
    // Telegram wants less, and each send on the wire is unconfirmed after a crash.
    inFlight: 5,
  },
}

/** What the public server accepts from a bot: 50 MB in one request; photos of 10 MB that are not too long for their width. */
const FILE_BYTES_MAX = 50 * 1024 * 1024
const media: Media = {
  bytesMax: {
    photo: 10 * 1024 * 1024,
    video: FILE_BYTES_MAX,
    animation: FILE_BYTES_MAX,
    audio: FILE_BYTES_MAX,
    voice: FILE_BYTES_MAX,
    document: FILE_BYTES_MAX,
  },
  photo: { sidesMax: 10_000, ratioMax: 20 },
  albums: true,
}

/** The token of a bot: its id, a colon, 35 characters today. Other texts are refused without asking Telegram. */
const TOKEN = /^\d{3,20}:[\w-]{20,100}$/

/** The channel for bots, whoever they belong to. */
export function telegramBot(options: TelegramBotOptions): Channel {
  const client = openClient(options.apiRoot)
  const tools = { client, clock: options.clock, random: options.random, log: options.log }
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
          ? register(tools, { ...account, webhook: account.webhook }, events)
          : poll(tools, account, events),
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
    photo: (account, externalId, known) => chatPhoto(client, account, externalId, known),
    chatUrl: (externalId) => chatUrl(externalId, options.sandbox?.url),
    proof: {
      isAdmin: (account, externalId, personId) =>
        isChatAdmin(client, account, externalId, personId),
      inviteUrl: ({ username }, code) => inviteUrl(options.sandbox, username, code),
      // Telegram's link into a channel carries no code, so an admin posts it.
      channelLink: ({ username }, code) => ({
        url: channelUrl(options.sandbox, username),
        post: `/start@${username} ${code}`,
      }),
    },
    ownChat: {
      kind: 'started',
      startUrl: ({ username }, code) => startUrl(options.sandbox, username, code),
      answer: async ({ credentials }, externalId, text) =>
        void (await client.call(credentials, (api, stop) =>
          api.sendMessage({ chat_id: externalId, text }, stop),
        )),
    },
    compile,
    send: (request) => send(tools, request, options.sandbox?.url),
    media,
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

/** A bot enters a channel only as its admin; we ask for no other right than to post. */
function channelUrl(sandbox: TelegramBotOptions['sandbox'], username: string): string {
  const query = new URLSearchParams({ bot: username, startchannel: '', admin: 'post_messages' })
  return sandbox
    ? `${sandbox.url}/sandbox/phone/add?${query.toString()}&back=${encodeURIComponent(sandbox.back)}`
    : `https://t.me/${username}?startchannel&admin=post_messages`
}

function startUrl(sandbox: TelegramBotOptions['sandbox'], username: string, code: string): string {
  const query = new URLSearchParams({ bot: username, start: code })
  return sandbox
    ? `${sandbox.url}/sandbox/phone/start?${query.toString()}&back=${encodeURIComponent(sandbox.back)}`
    : `https://t.me/${username}?start=${code}`
}
