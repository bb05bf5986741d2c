import type {
  Connection,
  createConnection,
  listChats,
  listConnections,
} from '@carillon/contract/connections'
import type { DataOf } from '@carillon/contract/endpoint'
import type { createGroup, Group, listGroups } from '@carillon/contract/groups'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/src/testing.ts'
import type { Owned } from '../src/accounts/port.ts'
import { openSessions } from '../src/accounts/sessions.ts'
import { ensureSharedAccount } from '../src/accounts/shared-account.ts'
import { buildApp } from '../src/app.ts'
import type { Channel } from '../src/channels/port.ts'
import type { Context, UserContext } from '../src/platform/context.ts'
import { AppError } from '../src/platform/errors.ts'
import { openListener } from '../src/platform/news/listener.ts'
import { NEWS_CHANNEL } from '../src/platform/news/news.ts'
import { openTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** A test app with Telegram's stand-in, its sessions open, and its HTTP API. */
export type TelegramApp = TestApp & {
  sandbox: Sandbox
  /** The API as a person calls it. */
  as(person: UserContext): Caller
  /** Resolves with what `probe` finds; it is called again after each news or wake-up. */
  until<T>(probe: () => Promise<T | undefined | false>): Promise<T>
  /** Opens sessions for all accounts, as their owner does, also for accounts made later. */
  openSessions(): Promise<{ close(): Promise<void> }>
  /** Calls a webhook as a network does, and returns the status. */
  hook(url: string, body: object, secret: string | undefined): Promise<number>
  close(): Promise<void>
}

export type Caller = <M extends Method, U extends string>(
  method: M,
  url: U,
  body?: object,
) => Promise<Called<DataAt<M, U>>>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What the contract says is answered there. */
type DataAt<M extends Method, U extends string> = M extends 'DELETE'
  ? { done: true }
  : U extends '/api/connections'
    ? DataOf<M extends 'GET' ? typeof listConnections : typeof createConnection>
    : U extends `/api/connections/${string}/chats`
      ? DataOf<typeof listChats>
      : U extends `/api/connections/${string}`
        ? Connection
        : U extends '/api/groups'
          ? DataOf<M extends 'GET' ? typeof listGroups : typeof createGroup>
          : U extends `/api/groups/${string}`
            ? Group
            : unknown

export type Called<Data = unknown> = {
  status: number
  data: Data
  error: { code: string; message: string; details?: { path: string; message: string }[] } & Record<
    string,
    unknown
  >
}

/** The channel of bots. */
export const botChannel = ({ channels }: Pick<Context, 'channels'>): Channel =>
  channels.get('telegram-bot')!

/** The invite link on the user's screen, if there is one. */
export const linkIn = (pairing: Connection['pairing']): string | undefined =>
  pairing?.step === 'open_link' ? pairing.url : undefined

export async function openTelegramApp(
  options: {
    sandbox?: SandboxOptions
    app?: TestAppOptions
    sharedBot?: boolean
    /** How long each code to scan for WhatsApp is valid, instead of a minute and 20 seconds. */
    scanMs?: number
  } = {},
): Promise<TelegramApp> {
  const sandbox = await startSandbox({ limits: 'off', ...options.sandbox })
  const { whatsappEndpoint: at } = sandbox
  const scan = options.scanMs === undefined ? {} : { scanMs: options.scanMs }
  const whatsapp = at && { whatsappEndpoint: { ...at, ...scan } }
  const app = await openTestApp({ endpoints: { ...sandbox, ...whatsapp }, ...options.app })
  const { ctx } = app
  const people = new Map<string, UserContext['user']>()
  const http = await buildApp(ctx, {
    embedded: undefined,
    async authenticate({ headers }) {
      const user = people.get(headers.authorization ?? '')
      if (!user) throw new AppError('unauthenticated', 'Sign in.')
      return user
    },
    confirmDeletion: async () => {},
  })
  const listener = await openListener(app.databaseUrl, ctx.clock, ctx.log)
  app.atEnd(() => listener.close())
  app.atEnd(() => http.close())
  if (options.sharedBot !== false) await ensureSharedAccount(ctx, botChannel(ctx))

  return {
    ...app,
    sandbox,
    as(person) {
      people.set(person.user.id, person.user)
      return async <M extends Method, U extends string>(method: M, url: U, body?: object) => {
        const headers = { authorization: person.user.id }
        const answer = await http.inject({
          method,
          url,
          headers,
          ...(body ? { payload: body } : {}),
        })
        const { data, error } = answer.json<Called<DataAt<M, U>>>()
        return { status: answer.statusCode, data, error }
      }
    },
    async hook(url, payload, secret) {
      const headers = secret ? { 'x-telegram-bot-api-secret-token': secret } : {}
      return (await http.inject({ method: 'POST', url, payload, headers })).statusCode
    },
    until(probe) {
      return new Promise((resolve, reject) => {
        let looking = Promise.resolve()
        let done = false
        const look = () => {
          looking = looking.then(async () => {
            if (done) return
            const found = await probe().catch(stop)
            if (found === undefined || found === false) return
            stop()
            resolve(found)
          })
        }
        const stop = (failed?: unknown) => {
          done = true
          for (const one of forget) one()
          if (failed) reject(failed)
          return undefined
        }
        const forget = [listener.on(NEWS_CHANNEL, look), listener.on('accounts', look)]
        look()
      })
    },
    async openSessions() {
      const ownership = await ownAll(app)
      const follow = listener.on('accounts', () => void ownership.look())
      const sessions = openSessions(ctx, ownership, listener)
      const close = async () => {
        follow()
        await sessions.close()
      }
      app.atEnd(close)
      return { close }
    },
    async close() {
      await app.close()
      await sandbox.stop()
    },
  }
}

/** The one process of a test owns every account, under the epoch that the row has. */
async function ownAll({ ctx }: TestApp) {
  const owned = new Map<string, Owned>()
  const callbacks = new Set<(gained: Owned[], lost: Owned[]) => void | Promise<void>>()
  async function look() {
    const rows = await ctx.db
      .selectFrom('accounts')
      .select(['id', 'channel', 'epoch', 'traits'])
      .execute()
    const gained = rows.filter((row) => !owned.has(row.id))
    for (const row of gained) owned.set(row.id, row)
    if (gained.length > 0) for (const tell of callbacks) await tell(gained, [])
  }
  await look()
  return {
    look,
    owned: () => owned,
    onChange(callback: (gained: readonly Owned[], lost: readonly Owned[]) => void | Promise<void>) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
  }
}
