import { sql } from 'kysely'
import { ASSUMED } from './rules.ts'
import { UNKNOWN } from './words.ts'

/**
 * Creates the follow-ups (pin, delete) of deliveries that were just sent. The statement that ends deliveries names its
 * rows `ended (id, occurrence_id, status, code)` and adds this, so that none is forgotten; `woken` must be read. If the
 * network did not return a message id, the follow-up is stored as failed.
 */
export const createFollowUps = sql.raw(`
  -- Each content once, by its id: a query plan made while the table was small must not read all of it later.
  asking as materialized (
    select c.id, c.body from (select distinct content_id as id from ended where status = 'sent') e
    cross join lateral (select c.id, c.body from contents c where c.id = e.id and c.follow_ups offset 0) c),
  noted as (
    insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, chat_id, notify,
      due_at, not_before, created_at, code, reason)
    select e.id, asked.kind, 'content', e.account_id, e.user_id, e.occurrence_id, o.source_id,
      e.receipt ->> 'chatId', coalesce(c.body -> 'options' ->> 'pin' = 'notify', false), asked.due_at, asked.due_at,
      e.sent_at, case when e.receipt ->> 'chatId' is null then 'unknown' end,
      case when e.code = '${ASSUMED}' and e.receipt is null then '${UNKNOWN.assumed}'
        when e.receipt ->> 'chatId' is null then '${UNKNOWN.sent}' end
    from asking c
    join ended e on e.content_id = c.id and e.status = 'sent'
    cross join lateral (select o.source_id from occurrences o where o.id = e.occurrence_id offset 0) o
    cross join lateral (
      select 'pin' as kind, e.sent_at as due_at where c.body -> 'options' ->> 'pin' in ('silent', 'notify')
      union all
      select 'delete', e.sent_at + make_interval(mins => (c.body -> 'options' ->> 'deleteAfterMinutes')::int)
      where c.body -> 'options' -> 'deleteAfterMinutes' is not null) asked
    on conflict do nothing
    returning account_id),
  woken as (select pg_notify('followups', account_id::text) from (select distinct account_id from noted) n)`)
