import { symmetricDecrypt } from 'better-auth/crypto'
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { after, days, seconds } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import * as store from '../store.ts'
import type { Library } from './library.ts'

/** How often keys are read again because of a token that names an unknown one, in milliseconds. */
const REREAD_MS = seconds(1)

/** How long a key still verifies tokens after it has stopped signing new ones. */
const GRACE_MS = days(1)

/**
 * Deletes keys that AUTH_SECRETS cannot decrypt: if they stayed, every request for a token would fail.
 * Then makes sure that there is one to sign with.
 */
export async function prepareKeys(ctx: Context, library: Library): Promise<void> {
  const { secretConfig } = await library.$context
  for (const { id, privateKey } of await store.allKeys(ctx)) {
    try {
      await symmetricDecrypt({ key: secretConfig, data: JSON.parse(privateKey) as string })
    } catch {
      await ctx.transaction((tx) => store.deleteKey(tx, id))
      ctx.log.warn(
        { key: id },
        'A key that signs tokens cannot be decrypted with the current AUTH_SECRETS. It was deleted, and a new one is made.',
      )
    }
  }
  await library.api.getJwks()
}

/** Finds the key of a token among our own, read again when another process may have made a new one. */
export function ownKeys(ctx: Context): JWTVerifyGetKey {
  let known: { find: JWTVerifyGetKey; readAt: Date } | undefined
  let reading: Promise<JWTVerifyGetKey> | undefined

  async function read() {
    const readAt = ctx.clock.now()
    const rows = await store.allKeys(ctx)
    const live = rows.filter((row) => !row.expiresAt || after(row.expiresAt, GRACE_MS) > readAt)
    const find = createLocalJWKSet({
      keys: live.map((row) => ({
        ...(JSON.parse(row.publicKey) as { kty: string }),
        kid: row.id,
        alg: row.alg ?? 'EdDSA',
      })),
    })
    known = { find, readAt }
    return find
  }

  const reread = () =>
    (reading ??= read().finally(() => {
      reading = undefined
    }))

  return async (header, token) => {
    if (!known) await reread()
    try {
      return await known!.find(header, token)
    } catch (error) {
      const fresh = after(known!.readAt, REREAD_MS) > ctx.clock.now()
      if (fresh || !(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await reread())(header, token)
    }
  }
}
