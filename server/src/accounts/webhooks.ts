import { createHash, timingSafeEqual } from 'node:crypto'
import type { Channel } from '../channels/port.ts'
import type { Hook } from '../channels/port/account.ts'
import type { Webhook } from '../channels/port/receiving.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { withCredentials } from './credentials.ts'
import { handleEvent } from './status.ts'
import * as store from './store.ts'

/** Length of the secret that the network shows us, in bytes: nobody guesses it. */
const SECRET_BYTES = 32

/** How many handled updates are remembered; one whose answer was lost is repeated within seconds. */
const REMEMBERED = 1_000

/**
 * Returns a function that makes the address and secret to register for an account; undefined when this server has no
 * public https address. Each owner makes a new secret, and only its hash is stored.
 */
export function hookMaker(ctx: Context, { path }: Webhook, accountId: string) {
  if (!ctx.config.publicUrl.startsWith('https://') || ctx.config.local) return undefined
  return async (): Promise<Hook> => {
    const secret = ctx.random.bytes(SECRET_BYTES).toString('base64url')
    await ctx.transaction((tx) =>
      store.update(tx, ctx.clock.now(), accountId, { hookHash: hashOf(secret) }),
    )
    return { url: `${ctx.config.publicUrl}${path}/${accountId}`, secret }
  }
}

export type Webhooks = {
  /**
   * Handles an update from a webhook. Any process can: rows are locked if needed. Throws AppError when it could not be
   * handled, so that the network sends it again.
   */
  receive(accountId: string, secret: string | undefined, body: unknown): Promise<void>
  /** Whether this secret of this account was accepted before, by this process. */
  isKnown(accountId: string, secret: string | undefined): boolean
}

/**
 * Receives updates by webhook. Updates of different chats come in any order and a failed one comes again after later
 * ones, so no single offset tells which were handled: each is remembered by its id. Handling one twice, in another
 * process, is harmless.
 */
export function openWebhooks(ctx: Context, channel: Channel & { webhook: Webhook }): Webhooks {
  const seen = new Map<string, 'open' | 'handled'>()
  /** The hash of the secret that was accepted last, by account. */
  const accepted = new Map<string, Buffer>()

  async function onceFor(key: string, handle: () => Promise<void>) {
    const before = seen.get(key)
    if (before === 'handled') return
    if (before === 'open') throw new AppError('unavailable', 'This update is being handled.')
    seen.set(key, 'open')
    try {
      await handle()
      seen.set(key, 'handled')
      const [oldest] = seen.keys()
      if (oldest && seen.size > REMEMBERED) seen.delete(oldest)
    } catch (error) {
      seen.delete(key)
      throw error
    }
  }

  return {
    async receive(accountId, secret, body) {
      const account = secret && isUuid(accountId) ? await store.find(ctx, accountId) : undefined
      if (account?.channel !== channel.kind) throw notForUs()
      if (!account.hookHash || !account.credentials || !isSecret(secret, account.hookHash)) {
        throw notForUs()
      }
      accepted.set(accountId, account.hookHash)
      const channelAccount = withCredentials(ctx, account, account.credentials)
      const update = channel.webhook.read(channelAccount, body)
      if (!update) throw new AppError('invalid', 'The body is not an update of this network.')
      await onceFor(`${accountId} ${update.id}`, async () => {
        for (const event of update.events) await handleEvent(ctx, { id: accountId }, event)
      })
    },
    isKnown(accountId, secret) {
      const hash = accepted.get(accountId)
      return hash !== undefined && isSecret(secret, hash)
    },
  }
}

const notForUs = () => new AppError('unauthenticated', 'This is not for us.')

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const isSecret = (secret: string | undefined, hash: Buffer) =>
  secret !== undefined && timingSafeEqual(hashOf(secret), hash)
