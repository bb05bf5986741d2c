import { sql, type Selectable } from 'kysely'
import type { AccountsTable } from '../accounts/tables.ts'
import type { Tx } from '../platform/context.ts'

// Who is connected to an account, and has shown its token.

// Whether the user of connection `c` has shown the token that account `a` has; a shared one asks for none.
const showsToken = sql`(a.shared or c.token_version = a.token_version)`

/** Whether anybody is still connected to the account who has shown its token. */
export async function hasConnections(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from connections c join accounts a on a.id = c.account_id
    where a.id = ${accountId} and c.removed_at is null and ${showsToken} limit 1`.execute(tx.db)
  return rows.length > 0
}

/** The accounts, shared ones aside, that nobody but this user was ever connected to. */
export async function accountsOnlyOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where not a.shared
      and exists (select from connections c where c.account_id = a.id and c.user_id = ${userId})
      and not exists (select from connections c where c.account_id = a.id and c.user_id <> ${userId})
    order by a.id`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** The accounts, except shared ones, whose token was shown by this user and by no other connected user. */
export async function accountsHeldOnlyBy(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join connections c on c.account_id = a.id
    where not a.shared and a.credentials is not null and c.removed_at is null and ${showsToken}
    group by a.id having bool_and(c.user_id = ${userId}) order by a.id`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** Whoever is connected to the account, also without having shown its present token. */
export async function connectionIdsOf(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('connections')
    .select('id')
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whoever is connected to the account now and has shown its token. */
export async function usersOfAccount(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select c.user_id from connections c join accounts a on a.id = c.account_id
    where a.id = ${accountId} and c.removed_at is null and ${showsToken}`.execute(tx.db)
  return rows.map((row) => row.userId)
}

/** The connections of an account whose users showed its previous token, but not the current one. */
export function findJustOutdated(
  tx: Tx,
  { id, tokenVersion }: Pick<Selectable<AccountsTable>, 'id' | 'tokenVersion'>,
): Promise<{ id: string; userId: string }[]> {
  return tx.db
    .selectFrom('connections')
    .select(['id', 'userId'])
    .where('accountId', '=', id)
    .where('tokenVersion', '=', tokenVersion - 1)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
}
