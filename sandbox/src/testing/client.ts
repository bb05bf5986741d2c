import type { z } from 'zod'
import type * as bodies from '../control/bodies.ts'
import type { Judged } from '../control/judge-routes.ts'
import type { ChatView, EntryView as Entry, WorldView } from '../control/views.ts'
import type { FaultPlan } from '../telegram-bot-api/fault-plan.ts'
import type { Limits } from '../telegram-bot-api/limits.ts'
import type { MailView } from '../mailbox/routes.ts'
import type { WorldEvent } from '../world/state.ts'
import type { LedgerFilter } from '../world/ledger.ts'
import type { Bot, Message, User } from '../world/telegram/model.ts'
import { billingClient } from './billing.ts'
import { whatsappClient } from './whatsapp.ts'
import { openReader, type EventReader } from './streams.ts'

type Body<T extends z.ZodType> = z.input<T>
type Wait = { timeoutMs?: number }

// A test that waits longer than this is broken, not slow: a process starts within 15 s on a machine with much to do.
const WAIT_MS = 25_000

export type SandboxClient = ReturnType<typeof createClient>

/** Everything the control API can do, typed. You act as "You" wherever nobody else is named. */
export function createClient(http: string) {
  const closing = new AbortController()
  const call = caller(`${http}/sandbox/api`)

  return {
    world: () => call<WorldView>('GET', '/telegram/world'),
    createBot: (bot: Body<typeof bodies.NewBot> = {}) =>
      call<Bot & { username: string }>('POST', '/telegram/bots', bot),
    revokeToken: (botId: number) => call<Bot>('POST', `/telegram/bots/${botId}/revoke`, {}),
    /** Off: the bot gets all messages of its groups. */
    setPrivacy: (botId: number, privacy: boolean) =>
      call<Bot>('POST', `/telegram/bots/${botId}/privacy`, { privacy }),
    createUser: (user: Body<typeof bodies.NewUser>) => call<User>('POST', '/telegram/users', user),
    /** A chat of You's; a supergroup unless `type` says otherwise. */
    addGroup: (chat: Body<typeof bodies.NewChat>) =>
      call<ChatView>('POST', '/telegram/chats', chat),
    /** Adds a bot (the operator's, unless named) as You, and sends `/start@bot startPayload` if given. */
    addBot: (given: Body<typeof bodies.AddedBot>) =>
      call<ChatView>('POST', '/telegram/add-bot', given),
    /** A person (You, unless named) presses Start in their chat with a bot (the operator's, unless named). */
    startBot: (given: Body<typeof bodies.StartBot>) =>
      call<ChatView>('POST', '/telegram/start-bot', given),
    /** They stop it: it may not write to them any more. */
    stopBot: (chatId: number) => call<ChatView>('POST', `/telegram/chats/${chatId}/stop-bot`, {}),
    chat: (id: number) => call<ChatView>('GET', `/telegram/chats/${id}`),
    messages: (chatId: number) => call<Message[]>('GET', `/telegram/chats/${chatId}/messages`),
    say: (chatId: number, saying: Body<typeof bodies.SayInChat>) =>
      call<Message>('POST', `/telegram/chats/${chatId}/say`, saying),
    join: (chatId: number, person: Body<typeof bodies.Person>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/members`, person),
    kick: (chatId: number, person: Body<typeof bodies.Person>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/kick`, person),
    leave: (chatId: number, person: Body<typeof bodies.Person>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/leave`, person),
    promote: (chatId: number, person: Body<typeof bodies.Promotion>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/promote`, person),
    demote: (chatId: number, person: Body<typeof bodies.Person>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/demote`, person),
    restrict: (chatId: number, person: Body<typeof bodies.Restriction>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/restrict`, person),
    /** Returns the new supergroup. */
    migrate: (chatId: number) => call<ChatView>('POST', `/telegram/chats/${chatId}/migrate`, {}),
    /** Gives a chat another picture, or takes it away. */
    setPhoto: (chatId: number, has: boolean) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/photo`, { has }),
    rename: (chatId: number, title: string) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/rename`, { title }),
    topic: (chatId: number, act: Body<typeof bodies.TopicAct>) =>
      call<{ topicId: number }>('POST', `/telegram/chats/${chatId}/topics`, act),
    settings: (chatId: number, settings: Body<typeof bodies.ChatSettings>) =>
      call<ChatView>('POST', `/telegram/chats/${chatId}/settings`, settings),

    ledger: async (filter: LedgerFilter = {}) =>
      (await call<{ entries: Entry[] }>('GET', `/ledger?${queryOf(filter)}`)).entries,
    /**
     * Resolves with the entries once there are that many, or once one satisfies; counts those that are
     * there already, after `since`.
     */
    waitForLedger: async (
      until: number | ((entry: Entry, all: Entry[]) => boolean),
      options: LedgerFilter & Wait = {},
    ): Promise<Entry[]> => {
      const { timeoutMs = WAIT_MS, ...filter } = options
      const seen: Entry[] = []
      if (until === 0) return seen
      const what = typeof until === 'number' ? `${until} messages` : 'a message'
      const url = `${http}/sandbox/api/ledger/stream?${queryOf(filter)}`
      const wait = { timeoutMs, what, signal: closing.signal }
      const reader = await openReader<Entry>(url, wait)
      await reader.next((entry) => {
        seen.push(entry)
        return typeof until === 'number' ? seen.length >= until : until(entry, seen)
      })
      reader.close()
      return seen
    },
    /** All events of the world from now on, to wait for events that are no messages. */
    events: ({ timeoutMs = WAIT_MS }: Wait = {}): Promise<EventReader<WorldEvent>> =>
      openReader(`${http}/sandbox/api/events/stream`, {
        timeoutMs,
        what: 'an event',
        signal: closing.signal,
      }),
    mails: async (to = '') =>
      (await call<{ mails: MailView[] }>('GET', `/mails?to=${encodeURIComponent(to)}`)).mails,
    /** The first mail to this address after the one with id `since`; those there already count. */
    waitForMail: async (
      to: string,
      { since = 0, timeoutMs = WAIT_MS }: Wait & { since?: number } = {},
    ): Promise<MailView> => {
      const url = `${http}/sandbox/api/mails/stream?since=${since}&to=${encodeURIComponent(to)}`
      const wait = { timeoutMs, what: `a mail to ${to}`, signal: closing.signal }
      const reader = await openReader<MailView>(url, wait)
      const mail = await reader.next()
      reader.close()
      return mail
    },
    judge: (question: Body<typeof bodies.Judgement> = {}) =>
      call<Judged>('POST', '/judge', question),

    billing: billingClient(call),
    whatsapp: whatsappClient(call),

    limits: (limits: Body<typeof bodies.SetLimits>) =>
      call<Limits>('POST', '/telegram/limits', limits),
    /** Replaces the fault plan. */
    chaos: (...rules: Body<typeof bodies.SetFaultPlan>['rules']) =>
      call<ReturnType<FaultPlan['report']>>('POST', '/telegram/chaos', { rules }),
    /** Ends all faults. */
    noFaults: () => call<ReturnType<FaultPlan['report']>>('POST', '/telegram/chaos', { rules: [] }),
    chaosPlan: (plan: Body<typeof bodies.SetFaultPlan>) =>
      call<ReturnType<FaultPlan['report']>>('POST', '/telegram/chaos', plan),
    chaosReport: () => call<ReturnType<FaultPlan['report']>>('GET', '/telegram/chaos'),
    /** Moves the sandbox's clock forward. */
    advance: (advanceMs: number) => call<{ now: number }>('POST', '/clock', { advanceMs }),
    /** The world of the first day; the operator's bot keeps its token. */
    reset: () => call<{ accepted: number }>('POST', '/reset', {}),
    /** Ends all open waits. */
    close: () => closing.abort(),
  }
}

function queryOf(filter: LedgerFilter): string {
  const pairs = Object.entries(filter).map(([name, value]): [string, string] => [name, `${value}`])
  return new URLSearchParams(pairs).toString()
}

function caller(root: string) {
  return async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const response = await fetch(root + path, {
      method,
      headers: {
        // A sandbox that was started again has the same port: no old connection may be tried on it.
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text)
  }
}
