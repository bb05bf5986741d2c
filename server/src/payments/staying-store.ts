import type { Reading, Tx } from '../platform/context.ts'
import type { Chosen } from '../tiers/actions.ts'

/** What a user chose to stay; undefined when they did not choose. */
export async function find(ctx: Reading, userId: string): Promise<Chosen | undefined> {
  const row = await ctx.db
    .selectFrom('stayingChoices')
    .select(['groupIds', 'cycleIds'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row && { groups: row.groupIds, cycles: row.cycleIds }
}

export async function put(tx: Tx, userId: string, chosen: Chosen, chosenAt: Date): Promise<void> {
  const row = { groupIds: [...chosen.groups], cycleIds: [...chosen.cycles], chosenAt }
  await tx.db
    .insertInto('stayingChoices')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
}

export async function remove(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('stayingChoices').where('userId', '=', userId).execute()
}
