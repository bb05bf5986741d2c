-- Rooms: sending, planning.

-- A delivery's place in its lane, as long as it has not ended (docs/decisions/021).
create table lane_entries (
  account_id uuid not null,
  user_id text not null,
  not_before timestamptz not null,
  delivery_id uuid not null,
  -- The users of one account send in turn.
  primary key (account_id, user_id, not_before, delivery_id)
);

-- Kept by the table of deliveries: whoever writes a delivery moves it in its lane. A place that is taken already is
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

-- What was sent to groups with a cap or a gap lately, an occurrence once however many topics it went to.
-- Written with the attempt, by the one lane in which a group's sends meet.
create table group_sends (
  group_id uuid not null references groups on delete cascade,
  occurrence_id uuid not null references occurrences on delete cascade,
  at timestamptz not null,
  primary key (group_id, occurrence_id)
);
create index group_sends_by_occurrence on group_sends (occurrence_id);
create index group_sends_old on group_sends (at);

-- When its source goes out. The row itself is the planner's job.
create table schedules (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  source text not null check (source in ('message', 'cycle')),
  source_id uuid not null,
  spec jsonb not null,
  next_slot_at timestamptz,                  -- null: nothing to come
  -- Countries change their clocks, and programs learn of it at different times. A next slot is kept as an
  -- instant; by its name on the wall it is found again when the same name has come to mean another one.
  next_local text,                           -- what next_slot_at is called on the wall of its zone
  zone_data text,                            -- the time zone data that next_slot_at was worked out with
  not_before timestamptz,                    -- after an error: when the planner tries again
  -- What it waits for when it was put off: the end of the occurrence before, or of a pause.
  waits_for text check (waits_for in ('overlap', 'pause')),
  failures int not null default 0,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (source, source_id)
);
create index schedules_due on schedules (next_slot_at) where next_slot_at is not null;
create index schedules_by_user on schedules (user_id);
-- Which next slots were worked out with older time zone data than that of a program is asked at every
-- start and every hour: it must not take a look at every schedule.
create index schedules_by_zone_data on schedules (coalesce(zone_data, ''), id) where next_slot_at is not null;
