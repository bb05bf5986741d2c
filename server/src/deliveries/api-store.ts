import type { ChannelKind } from '@carillon/contract/config'
import type { Delivery, DeliveryStatus } from '@carillon/contract/deliveries'
import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { waitsUntil } from '../occurrences/waiting-store.ts'
import { WINDOW_MIN_MS, type StoredReceipt } from './rules.ts'
import { createFollowUps } from './follow-up-creation-store.ts'
import { fileGone, textFollows } from './text-after-store.ts'
import { counted, type SourceOf, pending } from './store.ts'
import type { DeliveriesTable } from './tables.ts'
import type { ShownFollowUp } from './words.ts'

/** A delivery with everything that is shown of it. */
export type ShownDelivery = Selectable<DeliveriesTable> & {
  groupTitle: string
  groupExternalId: string
  /** The kind of chat of its group, and the status of the group. */
  kind: string
  groupStatus: string
  channel: ChannelKind
  source: 'message' | 'cycle'
  sourceId: string
  followUps: ShownFollowUp[]
  memberReceipts: Delivery['memberReceipts']
  /** Until when it waits, if that is known. */
  waitsUntil: Date | null
  /** Until when its account is restricted, if that is after what it waits for. */
  restrictedUntil: Date | null
  /** Whether a text is still to be sent after its files; null unless it is unconfirmed. */
  textFollows: boolean | null
}

export type Filter = {
  userId: string
  id?: string
  source?: SourceOf
  groupId?: string
  occurrenceId?: string
  statuses?: readonly DeliveryStatus[]
}

/** Deliveries that match, the latest due first, after the end of the last page. */
export async function list(
  reading: Reading,
  filter: Filter,
  after: { at: Date; id: string } | undefined,
  limit: number,
): Promise<ShownDelivery[]> {
  let query = reading.db
    .selectFrom('deliveries')
    .innerJoin('groups', 'groups.id', 'deliveries.groupId')
    .innerJoin('occurrences', 'occurrences.id', 'deliveries.occurrenceId')
    .selectAll('deliveries')
    .select([
      'groups.title as groupTitle',
      'groups.externalId as groupExternalId',
      'groups.kind',
      'groups.status as groupStatus',
      'groups.channel',
      'occurrences.source',
      'occurrences.sourceId',
      followUpsOf.as('followUps'),
      receiptsOf.as('memberReceipts'),
      textFollowsOf.as('textFollows'),
      waitsUntilOf.as('waitsUntil'),
      restrictedUntilOf.as('restrictedUntil'),
    ])
    .where('deliveries.userId', '=', filter.userId)
  const { id, source, groupId, occurrenceId, statuses } = filter
  if (id) query = query.where('deliveries.id', '=', id)
  if (groupId) query = query.where('deliveries.groupId', '=', groupId)
  if (occurrenceId) query = query.where('deliveries.occurrenceId', '=', occurrenceId)
  if (statuses) query = query.where('deliveries.status', 'in', statuses)
  if (source) {
    query = query
      .where('occurrences.source', '=', source.source)
      .where('occurrences.sourceId', '=', source.sourceId)
  }
  if (after) {
    query = query.where(
      sql<boolean>`(deliveries.due_at, deliveries.id) < (${after.at}, ${after.id})`,
    )
  }
  return query
    .orderBy('deliveries.dueAt', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()
}

const followUpsOf = sql<ShownFollowUp[]>`coalesce((
  select json_agg(json_build_object('kind', f.kind, 'cause', f.cause, 'reason', f.reason,
    'doubtful', f.doubtful, 'dueAt', f.due_at, 'doneAt', f.done_at) order by coalesce(f.done_at, f.due_at))
  from follow_ups f where f.delivery_id = deliveries.id), '[]')`

const receiptsOf = sql<Delivery['memberReceipts']>`(
  select json_build_object('delivered', r.delivered, 'read', r.read, 'members', r.members)
  from delivery_receipts r where r.delivery_id = deliveries.id)`

const textFollowsOf = sql<boolean | null>`case when deliveries.status = 'unconfirmed' then (
  select ${textFollows} from deliveries d where d.id = deliveries.id) end`

// Not only what a rule delays: the time of its next try is known, too.
const waitsUntilOf = sql<Date | null>`case when deliveries.status = 'waiting' then deliveries.not_before
  else ${waitsUntil('deliveries')} end`

const restrictedUntilOf = sql<Date | null>`case when deliveries.status = 'waiting' then (
  select a.restricted_until from accounts a where a.id = deliveries.account_id and a.status = 'restricted'
     and a.restricted_until > deliveries.not_before) end`

/** How many copies of a user are still to be deleted from their groups. */
export async function countPromised(reading: Reading, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follow_ups f
    where f.account_id = any(array(select account_id from groups where user_id = ${userId}))
      and f.user_id = ${userId} and f.kind = 'delete' and f.done_at is null and f.reason is null`.execute(
    reading.db,
  )
  return rows[0]!.count
}

export type LockedDelivery = Pick<
  Selectable<DeliveriesTable>,
  'id' | 'status' | 'code' | 'accountId' | 'occurrenceId' | 'groupId' | 'openedAt'
> & {
  channel: ChannelKind
  /** The kind of chat of its group, and the status of the group. */
  kind: string
  groupStatus: string
  /** One of the files that its network gets was deleted. */
  fileGone: boolean
  /** Its files may be in the group, and the text after them is not. */
  textFollows: boolean
  /** Its files are in the group. */
  filesStand: boolean
}

/** The source of a delivery of this user. */
export const findSource = (
  reading: Reading,
  userId: string,
  id: string,
): Promise<SourceOf | undefined> =>
  reading.db
    .selectFrom('deliveries')
    .innerJoin('occurrences', 'occurrences.id', 'deliveries.occurrenceId')
    .select(['source', 'sourceId'])
    .where('deliveries.id', '=', id)
    .where('deliveries.userId', '=', userId)
    .executeTakeFirst()

/** A delivery of the user, locked until the transaction ends. */
export async function lock(
  tx: Tx,
  userId: string,
  id: string,
): Promise<LockedDelivery | undefined> {
  const { rows } = await sql<LockedDelivery>`
    select d.id, d.status, d.code, d.account_id, d.occurrence_id, d.group_id, d.opened_at, g.channel, g.kind,
      g.status as group_status,
      ${textFollows} as text_follows, d.receipt is not null as files_stand,
      ${fileGone} as file_gone
    from deliveries d join groups g on g.id = d.group_id
    where d.id = ${id} and d.user_id = ${userId} for update of d`.execute(tx.db)
  return rows[0]
}

/**
 * Whether a later run of the same source has sent the same content to the same group and topic, or may have, or will.
 * Copies that were deleted since do not count.
 */
export async function cameLater(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from deliveries d join occurrences o on o.id = d.occurrence_id
      join deliveries l on l.user_id = d.user_id and l.group_id = d.group_id and l.content_id = d.content_id
        and l.topic_id is not distinct from d.topic_id and l.due_at > d.due_at
        and (l.status in ('sent', 'unconfirmed', 'sending') or l.status in ${pending})
        and not exists (select from follow_ups gone
          where gone.delivery_id = l.id and gone.kind = 'delete' and gone.done_at is not null)
      join occurrences p on p.id = l.occurrence_id and p.source = o.source and p.source_id = o.source_id
    where d.id = ${id} limit 1`.execute(tx.db)
  return rows.length > 0
}

/** Marks an unconfirmed delivery as sent, because a person has seen it, and creates its follow-ups. */
export async function confirm(tx: Tx, now: Date, id: string, reason: string): Promise<void> {
  await sql`
    with ended as (
      update deliveries d
      set status = 'sent', sent_at = d.opened_at, doubtful = false, code = 'confirmed', reason = ${reason},
        rev = d.rev + 1, updated_at = ${now}
      where d.id = ${id} and d.status = 'unconfirmed'
      returning d.id, d.occurrence_id, d.status, d.code, d.account_id, d.user_id, d.content_id, d.receipt, d.sent_at),
    changed as (select occurrence_id, 'unconfirmed' as was, status as became from ended),
    ${counted},
    ${createFollowUps}
    select count(*) from woken`.execute(tx.db)
}

/** Marks an unconfirmed delivery as failed, because a person says that it is not in its group. */
export async function deny(tx: Tx, now: Date, id: string, reason: string): Promise<void> {
  await sql`
    with changed as (
      update deliveries d
      set status = 'failed', doubtful = false, code = 'missing', reason = ${reason}, rev = d.rev + 1, updated_at = ${now}
      where d.id = ${id} and d.status = 'unconfirmed'
      returning d.occurrence_id, 'unconfirmed'::text as was, d.status as became),
    ${counted}
    select 1`.execute(tx.db)
}

/**
 * Puts an ended delivery back into its lane: due now, with the same window, and no longer stopped. A person
 * who retries a delivery that a group rule skipped has seen that rule, so the rules are ignored. If its files are in
 * the group, only the text is sent. `files`: the receipt of files that were uncertain until now.
 */
export async function reopen(
  tx: Tx,
  now: Date,
  id: string,
  was: DeliveryStatus,
  files?: StoredReceipt,
): Promise<void> {
  await sql`
    with changed as (
      update deliveries d
      set status = 'queued', due_at = ${now}, not_before = ${now},
        expires_at = ${now}::timestamptz
          + greatest(d.expires_at - d.due_at, make_interval(secs => ${WINDOW_MIN_MS / 1_000})),
        ignores_rules = d.ignores_rules or d.status = 'skipped' and d.code in ('quiet_hours', 'cap', 'gap'),
        tries = 0, doubtful = d.receipt is not null or ${files !== undefined}, code = null, reason = null,
        sent_at = null, receipt = coalesce(d.receipt, ${files ? JSON.stringify(files) : null}::jsonb),
        -- An unconfirmed delivery kept its content when a person edited the sent ones.
        content_id = coalesce(edit.content_id, d.content_id),
        addressed_as = coalesce(d.addressed_as, case when edit.content_id is not null then g.title end),
        rev = d.rev + 1, updated_at = ${now}
      from groups g left join follow_ups edit on edit.delivery_id = ${id} and edit.kind = 'edit'
      where d.id = ${id} and d.status = ${was} and g.id = d.group_id
      returning d.occurrence_id, ${was}::text as was, d.status as became),
    ${counted}
    select 1`.execute(tx.db)
  // A separate statement, because one statement can change a row only once.
  await sql`
    update occurrences o set stopped = null from deliveries d
    where d.id = ${id} and o.id = d.occurrence_id and o.stopped is not null`.execute(tx.db)
  // Failed follow-ups of the earlier attempt do not concern the new message.
  await tx.db.deleteFrom('followUps').where('deliveryId', '=', id).execute()
}
