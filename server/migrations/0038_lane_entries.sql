-- A delivery's place in its lane, as long as it has not ended (docs/decisions/021). What is sent changes its
-- status twice: now that no index knows of it, PostgreSQL writes both in place instead of into every index.

-- Nobody writes a delivery between the copy and the triggers, and no lock has to grow later.
lock table deliveries in access exclusive mode;

create table lane_entries (
  account_id uuid not null,
  user_id text not null,
  not_before timestamptz not null,
  delivery_id uuid not null,
  -- The users of one account send in turn.
  primary key (account_id, user_id, not_before, delivery_id)
);

insert into lane_entries
select account_id, user_id, not_before, id from deliveries
where status in ('queued', 'waiting', 'held', 'sending');

-- Kept by the table itself: whoever writes a delivery moves it in its lane. A place that is taken already is
-- the same one, and must not keep others of a statement.
create function enter_lane() returns trigger language plpgsql as $$
begin
  insert into lane_entries
  select account_id, user_id, not_before, id from added
  where status in ('queued', 'waiting', 'held', 'sending')
  on conflict do nothing;
  return null;
end $$;

create trigger deliveries_enter_lane after insert on deliveries
  referencing new table as added for each statement execute function enter_lane();

-- Plans are kept for as long as a connection lives: none that was made while the table was small may read
-- all of it later.
create function leave_lane() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from lane_entries e using removed r
  where e.account_id = r.account_id and e.user_id = r.user_id and e.not_before = r.not_before
    and e.delivery_id = r.id;
  return null;
end $$;

create trigger deliveries_leave_lane after delete on deliveries
  referencing old table as removed for each statement execute function leave_lane();

create function move_in_lane() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from lane_entries e
  where e.account_id = old.account_id and e.user_id = old.user_id and e.not_before = old.not_before
    and e.delivery_id = old.id;
  if new.status in ('queued', 'waiting', 'held', 'sending') then
    insert into lane_entries values (new.account_id, new.user_id, new.not_before, new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Opening an attempt moves nothing: what is on the wire keeps its place.
create trigger deliveries_move_in_lane after update on deliveries for each row
  when (
    (old.account_id, old.user_id, old.not_before) is distinct from (new.account_id, new.user_id, new.not_before)
    or (old.status in ('queued', 'waiting', 'held', 'sending')) <> (new.status in ('queued', 'waiting', 'held', 'sending')))
  execute function move_in_lane();

drop index deliveries_lane;
drop index deliveries_on_the_wire;

-- When it was sent is at most a minute after its attempt was opened, which has an index (0030).
drop index deliveries_sent;

-- Room for what becomes of each.
alter table deliveries set (fillfactor = 60);
alter table groups set (fillfactor = 85);
