import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { channelOf, hear, opened } from './actions.ts'
import * as store from './store.ts'

/** Length of the secret that the network shows us, in bytes; Telegram takes up to 256 characters. */
const SECRET_BYTES = 32

/** Update ids below the offset by at most this many are repetitions; farther away the network has begun a new count. */
const REPEATED_WITHIN = 100_000

/**
 * Where the network may bring the updates of an account, when this server has a public https address.
 * The secret is new with every owner and only its hash is kept.
 */
export async function prepareWebhook(
  ctx: Context,
  account: store.AccountRow,
): Promise<{ url: string; secret: string } | undefined> {
  if (!ctx.config.publicUrl.startsWith('https://') || ctx.config.local) return undefined
  const secret = ctx.random.bytes(SECRET_BYTES).toString('base64url')
  await ctx.transaction((tx) =>
    store.update(tx, ctx.clock.now(), account.id, { hookHash: hashOf(secret) }),
  )
  return { url: `${ctx.config.publicUrl}/hooks/telegram/${account.id}`, secret }
}

/**
 * Handles an update that was brought to us. Any process can: rows are locked where it matters and an
 * update that was handled before is passed over. Throws AppError, so that the network brings it again.
 */
export async function receive(
  ctx: Context,
  accountId: string,
  secret: string | undefined,
  body: unknown,
): Promise<void> {
  const account = await store.find(ctx, accountId)
  if (!account?.hookHash || !account.credentials || !isSecret(secret, account.hookHash)) {
    throw new AppError('unauthenticated', 'This is not for us.')
  }
  const channelAccount = opened(ctx, account, account.credentials)
  const update = channelOf(ctx, account.channel).receive(channelAccount, body)
  if (!update) throw new AppError('invalid', 'This is not an update.')
  if (isRepeated(update.id, account.updateOffset)) return
  for (const event of update.events) await hear(ctx, accountId, event)
  await store.saveOffset(ctx, accountId, account.epoch, update.next)
}

/** Webhooks are brought at least once; ids count up, and begin elsewhere after a silent week. */
export const isRepeated = (id: number, offset: number | null): boolean =>
  offset !== null && id < offset && offset - id <= REPEATED_WITHIN

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const isSecret = (secret: string | undefined, hash: Buffer) =>
  secret !== undefined && timingSafeEqual(hashOf(secret), hash)
