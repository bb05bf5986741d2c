import type { Tier } from '@carillon/contract/tiers'
import type { Reading, Tx } from '../platform/context.ts'

export async function tierOf(ctx: Reading, userId: string): Promise<Tier | undefined> {
  const row = await ctx.db
    .selectFrom('users')
    .select('tier')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.tier
}

/**
 * The tier, with the user's row locked until the transaction ends. Others may meanwhile insert rows
 * that refer to the user, but nobody else passes here.
 */
export async function lockTier(tx: Tx, userId: string): Promise<Tier | undefined> {
  const row = await tx.db
    .selectFrom('users')
    .select('tier')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.tier
}
