import type { Run } from '../occurrences/port.ts'
import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import { sql } from 'kysely'
import type { Receipt } from '../channels/port/sending.ts'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import { CLOSED_STATUSES, type ClosedStatus } from './rules.ts'
import type { FollowUpCause, FollowUpCode, FollowUpKind } from './tables.ts'

/** A follow-up that is neither done nor given up. */
const open = sql.raw('f.done_at is null and f.reason is null')

/**
 * The same for rows found by their ids, written so that PostgreSQL does not use the index of all open follow-ups
 * (measured 2026-11, of 5,000: on two busy cores a claim took 20 ms instead of 5).
 */
const stillOpen = sql.raw(
  `coalesce(f.done_at, 'infinity') = 'infinity' and coalesce(f.reason, '') = ''`,
)

/** A follow-up whose try has just been stored. */
export type ClaimedFollowUp = {
  deliveryId: string
  kind: FollowUpKind
  cause: FollowUpCause
  userId: string
  occurrenceId: string
  changeId: string | null
  contentId: string | null
  notify: boolean
  dueAt: Date
  /** The number of tries, including this one. */
  tries: number
  /** The answer to an earlier try is not known. */
  doubtful: boolean
  groupId: string
  groupKind: string
  channel: ChannelKind
  chatId: string | null
  receipt: Receipt | null
  arrivedAt: Date
  /** The values of its run, and the name of its group then. */
  run: Run | null
  addressedAs: string | null
  /** Until when the network accepts nothing in this chat. */
  blockedUntil: Date | null
  /** The status of its group, if its user may not use the account any more. */
  closed: ClosedStatus | null
}

/**
 * The status of the group `g` of a delivery `d` if its user may not use the account there any more. They still may if
 * another group of theirs is the same chat.
 */
export const closedStatus = sql<ClosedStatus | null>`(
  select g.status where g.status = any(${CLOSED_STATUSES}) and not exists (
    select from groups same
    where same.account_id = d.account_id and same.external_id = d.receipt ->> 'chatId'
      and same.user_id = d.user_id and same.status <> all(${CLOSED_STATUSES})))`

const recognizing = Object.entries(channelFacts).flatMap(([channel, { guarantee }]) =>
  guarantee === 'once' ? [channel] : [],
)

/**
 * When a delivery `d` came to its group `g`, as the windows of networks count. A network that recognizes a repeated id
 * counts from the first try that has arrived: that may be one without an answer.
 */
export const arrivedAt = sql<Date>`least(d.sent_at, case when g.channel = any(${recognizing}::text[]) then (
  select min((tried.one ->> 'openedAt')::timestamptz) from jsonb_array_elements(d.attempts) as tried (one)
  where tried.one ->> 'outcome' in ('unconfirmed', 'interrupted')) end)`

/** Who may claim: an account, its owner's epoch, and the user who was served last. */
type Claimant = { accountId: string; epoch: number; afterUser: string }

/**
 * Stores a try of the next follow-up of an account, before the request is sent. Users take turns, each with the longest
 * due first. Undefined if none is due, or for a former owner.
 */
export async function claimFollowUp(
  writing: Writing,
  now: Date,
  { accountId, epoch, afterUser }: Claimant,
): Promise<ClaimedFollowUp | undefined> {
  const due = sql`from follow_ups f where f.account_id = ${accountId} and ${open} and f.not_before <= ${now}`
  const first = sql`order by f.user_id, f.not_before, f.delivery_id limit 1`
  const { rows } = await sql<ClaimedFollowUp>`
    with owned as materialized (
      select id from accounts where id = ${accountId} and epoch = ${epoch} for share),
    next as materialized (
      select n.* from (
        (select f.delivery_id, f.kind, f.doubtful ${due} and f.user_id > ${afterUser} ${first})
        union all
        (select f.delivery_id, f.kind, f.doubtful ${due} and f.user_id <= ${afterUser} ${first})) n
      cross join owned limit 1),
    begun as (
      update follow_ups f set tries = f.tries + 1, doubtful = true from next
      where f.delivery_id = next.delivery_id and f.kind = next.kind and ${stillOpen}
      returning f.*)
    select b.delivery_id, b.kind, b.cause, b.user_id, b.occurrence_id, b.change_id, b.content_id, b.notify, b.due_at,
      b.tries, next.doubtful, d.group_id, g.kind as group_kind, g.channel, b.chat_id, d.receipt, ${arrivedAt} as arrived_at,
      g.blocked_until, ${closedStatus} as closed, o.run, d.addressed_as
    from begun b cross join next
    -- By their ids, independent of the statistics of these tables.
    cross join lateral (select * from deliveries d where d.id = b.delivery_id offset 0) d
    cross join lateral (select * from groups g where g.id = d.group_id offset 0) g
    cross join lateral (select o.run from occurrences o where o.id = d.occurrence_id offset 0) o`.execute(
    writing.db,
  )
  return rows[0]
}

/** When the next follow-up of an account is due; undefined if there is none. */
export const nextFollowUpAt = async (
  reading: Reading,
  accountId: string,
): Promise<Date | undefined> => (await findNextFollowUps(reading, [accountId]))[0]?.at

/** Which of these accounts have follow-ups, and when the first one is due. */
export async function findNextFollowUps(
  reading: Reading,
  accountIds: readonly string[],
): Promise<{ id: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select a.id, next.at from unnest(${accountIds}::uuid[]) as a (id)
    cross join lateral (
      select f.not_before as at from follow_ups f where f.account_id = a.id and ${open}
      order by f.not_before limit 1) next`.execute(reading.db)
  return rows
}

/** More that is due is not counted: it is far more than an account does within any time that a network allows. */
const DUE_MAX = 2_000

/** How many follow-ups of these accounts are due, and still to be done. */
export async function countDueFollowUps(
  reading: Reading,
  now: Date,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; due: number }>`
    select a.id, n.due from unnest(${accountIds}::uuid[]) as a (id)
    cross join lateral (
      select count(*)::int as due from (
        select 1 from follow_ups f where f.account_id = a.id and ${open} and f.not_before <= ${now}
        limit ${DUE_MAX}) f) n`.execute(reading.db)
  return new Map(rows.map(({ id, due }) => [id, due]))
}

/** The result of a try: done, given up for a reason, or to be tried again. `doubtful`: a try may have done it. */
export type FollowUpEnd =
  | { doneAt: Date }
  | { code: FollowUpCode; reason: string; doubtful: boolean }
  | { notBefore: Date; counts: boolean; doubtful: boolean }

type Tried = Pick<ClaimedFollowUp, 'deliveryId' | 'kind' | 'changeId'>

/**
 * Stores the result of a try. Returns false and changes nothing if the follow-up was requested again in the meantime,
 * or for a former owner.
 */
export async function endFollowUp(
  tx: Tx,
  { accountId, epoch }: Pick<Claimant, 'accountId' | 'epoch'>,
  { deliveryId, kind, changeId }: Tried,
  end: FollowUpEnd,
): Promise<boolean> {
  const set =
    'doneAt' in end
      ? sql`done_at = ${end.doneAt}, doubtful = false`
      : 'reason' in end
        ? sql`code = ${end.code}, reason = ${end.reason}, doubtful = ${end.doubtful}`
        : sql`not_before = ${end.notBefore}, doubtful = ${end.doubtful}, tries = f.tries - ${end.counts ? 0 : 1}`
  const { rows } = await sql`
    update follow_ups f set ${set}
    from (select id from accounts where id = ${accountId} and epoch = ${epoch} for share) as owned
    where f.delivery_id = ${deliveryId} and f.kind = ${kind} and f.change_id is not distinct from ${changeId}
      and ${stillOpen}
    returning 1`.execute(tx.db)
  return rows.length > 0
}

/** Sets the new content of a delivery after an edit. */
export async function replaceContent(tx: Tx, deliveryId: string, contentId: string): Promise<void> {
  await tx.db.updateTable('deliveries').set({ contentId }).where('id', '=', deliveryId).execute()
}

/** Ends the other follow-ups of a message that was deleted: they are not needed any more. */
export async function dropRest(tx: Tx, deliveryId: string, reason: string): Promise<void> {
  await sql`
    update follow_ups f set code = 'gone', reason = ${reason}
    where f.delivery_id = ${deliveryId} and ${stillOpen}`.execute(tx.db)
}

/**
 * Creates the follow-up that unpins the copy that the source had pinned before in the same chat or topic, if the
 * content of the newly pinned one has this option.
 */
export async function recordUnpin(tx: Tx, now: Date, deliveryId: string): Promise<void> {
  await sql`
    insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, chat_id, due_at,
      not_before, created_at)
    select former.delivery_id, 'unpin', 'next', former.account_id, former.user_id, former.occurrence_id,
      former.source_id, former.chat_id, ${now}, ${now}, ${now}
    from follow_ups p
    join deliveries d on d.id = p.delivery_id
    join contents c on c.id = d.content_id
    cross join lateral (
      select f.* from follow_ups f join deliveries fd on fd.id = f.delivery_id
      where f.source_id = p.source_id and f.chat_id = p.chat_id and f.kind = 'pin' and f.done_at is not null
        and f.account_id = p.account_id and fd.topic_id is not distinct from d.topic_id and fd.sent_at < d.sent_at
      order by fd.sent_at desc limit 1) former
    where p.delivery_id = ${deliveryId} and p.kind = 'pin'
      and c.body -> 'options' -> 'unpinPrevious' = 'true'::jsonb
    on conflict do nothing`.execute(tx.db)
}

/** Delays the other follow-ups of a chat, or of an account, until an instant that the network named. */
export async function postponeFollowUps(
  tx: Tx,
  accountId: string,
  chatId: string | null,
  until: Date,
): Promise<void> {
  const there = chatId === null ? sql`` : sql`and f.chat_id = ${chatId}`
  await sql`
    update follow_ups f set not_before = ${until}
    where f.account_id = ${accountId} and ${open} and f.not_before < ${until} ${there}`.execute(
    tx.db,
  )
}

/** Given up at once: a sweep takes no longer than some hundredths of a second. */
const GIVEN_UP_AT_ONCE = 500

/**
 * Gives up follow-ups that have been due since before this instant: nobody could try them, for example because nobody
 * uses their account any more. Some at a time.
 */
export async function giveUpFollowUps(
  writing: Writing,
  before: Date,
  end: { code: FollowUpCode; reason: string },
): Promise<void> {
  await sql`
    with stale as (
      select f.delivery_id, f.kind from follow_ups f where ${open} and f.due_at < ${before}
      limit ${GIVEN_UP_AT_ONCE} for update skip locked)
    update follow_ups f set code = ${end.code}, reason = ${end.reason} from stale
    where f.delivery_id = stale.delivery_id and f.kind = stale.kind`.execute(writing.db)
}
