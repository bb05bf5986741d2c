import type { ChannelKind } from '@carillon/contract/config'
import { sql, type Selectable } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { Restorable } from '../tiers/actions.ts'
import { COUNTED, type GroupState } from './rules.ts'
import type { GroupsTable } from './tables.ts'

/** The fields that publish a change of a group. */
export type Changed = { id: string; rev: number }

/**
 * Suspends so many of the groups that count towards the limit of the tier: first those where we may not write, then
 * the longest unused, and those in `stays` last: in one statement, however many they are.
 */
export async function suspend(
  tx: Tx,
  userId: string,
  { excess, stays }: { excess: number; stays: readonly string[] },
  { status, code, reason }: GroupState,
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update groups g set status = ${status}, code = ${code}, reason = ${reason}, rev = g.rev + 1, updated_at = ${now}
    from (
      select id from groups
      where user_id = ${userId} and kind <> 'own' and status = any(${COUNTED}::text[])
      order by id = any(${stays}::uuid[]), status <> 'limited', last_sent_at nulls first, id desc
      limit ${excess} for update) unused
    where g.id = unused.id
    returning g.id, g.rev`.execute(tx.db)
  return rows
}

/** Suspends all groups of these channels that count towards the limit of the tier. */
export async function suspendByChannel(
  tx: Tx,
  userId: string,
  channels: readonly ChannelKind[],
  { status, code, reason }: GroupState,
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update groups set status = ${status}, code = ${code}, reason = ${reason}, rev = rev + 1, updated_at = ${now}
    where user_id = ${userId} and kind <> 'own' and channel = any(${channels}::text[])
      and status = any(${COUNTED}::text[])
    returning id, rev`.execute(tx.db)
  return rows
}

/** A suspended group with the state of its chat. */
export type Suspended = Pick<
  Selectable<GroupsTable>,
  'id' | 'status' | 'title' | 'channel' | 'muted' | 'refusals'
> & { canPost: boolean; chatReason: string | null }

// A chat that was lost while its group was suspended must not use up the limit of the tier.
const restorable = (userId: string, withheld: readonly ChannelKind[]) => sql`
  groups g join chats c on c.account_id = g.account_id and c.external_id = g.external_id
  where g.user_id = ${userId} and g.status = 'suspended' and c.lost is null
    and g.channel <> all(${withheld}::text[])`

/** The suspended groups that can be restored, the last used first. A group that another transaction has locked is left out. */
export async function lockRestorable(
  tx: Tx,
  userId: string,
  { most, withheld, only }: Restorable,
): Promise<Suspended[]> {
  const { rows } = await sql<Suspended>`
    select g.id, g.status, g.title, g.channel, g.muted, g.refusals, c.can_post, c.reason as chat_reason
    from ${restorable(userId, withheld)} ${only === undefined ? sql`` : sql`and g.id = ${only}`}
    order by g.last_sent_at desc nulls last, g.id limit ${most} for update of g skip locked`.execute(
    tx.db,
  )
  return rows
}

/** Whether a group could still come back, also one that is being changed now. */
export async function isAnyRestorable(
  tx: Tx,
  userId: string,
  withheld: readonly ChannelKind[],
): Promise<boolean> {
  const { rows } = await sql`select from ${restorable(userId, withheld)} limit 1`.execute(tx.db)
  return rows.length > 0
}

/** Gives groups their states, in one statement. */
export async function setStates(
  tx: Tx,
  states: readonly (GroupState & { id: string })[],
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update groups g set status = s.status, code = s.code, reason = s.reason, rev = g.rev + 1, updated_at = ${now}
    from unnest(
      ${states.map(({ id }) => id)}::uuid[], ${states.map(({ status }) => status)}::text[],
      ${states.map(({ code }) => code)}::text[], ${states.map(({ reason }) => reason)}::text[]
    ) as s (id, status, code, reason)
    where g.id = s.id
    returning g.id, g.rev`.execute(tx.db)
  return rows
}
