-- Rooms: occurrences, deliveries.

-- A slot made real, at most once: the unique key is what makes planning it twice harmless.
create table occurrences (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  source text not null check (source in ('message', 'cycle')),
  source_id uuid not null,
  schedule_id uuid,                          -- null for a source that was sent now without a schedule
  slot_at timestamptz,                       -- null for a send-now
  due_at timestamptz not null,
  status text not null check (status in ('planned', 'sending', 'done', 'partly', 'failed', 'skipped')),
  reason text,                               -- why all of it was skipped: late, no_groups, paused …
  -- What its source decided when it was made, so that a fan-out that goes on says the same.
  decided jsonb,
  parts int not null default 1,              -- how many each of its groups gets at most
  fan_out_from int,                          -- where the next slice goes on; null: all deliveries exist
  -- A fan-out that cannot go on is tried again, later each time, and cut short in the end.
  fan_out_failures int not null default 0,
  fan_out_not_before timestamptz,
  restore_from int,                          -- where one that a deletion stopped goes on when it is undone
  -- Why a person stopped it: what was on the wire then, and was not accepted, is not tried again.
  stopped text,
  on_unconfirmed text not null check (on_unconfirmed in ('ask', 'resend', 'assume_sent')),
  total int not null default 0,              -- deliveries that exist; the counts below are of the ended ones
  sent int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  unconfirmed int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,                   -- when its source was told that all have ended
  unique (schedule_id, slot_at)
);
create index occurrences_by_source on occurrences (source, source_id, due_at desc);
-- The calendar of a user.
create index occurrences_by_user on occurrences (user_id, due_at);
create index occurrences_fanning_out on occurrences (due_at) where fan_out_from is not null;
create index occurrences_unfinished on occurrences (due_at) where finished_at is null;

-- One part of an occurrence to one group or topic: the unit of sending, retry and audit. Whoever owns
-- the account reads its lane; what it holds in memory stays `queued`, since nobody else may take it.
create table deliveries (
  id uuid primary key,
  occurrence_id uuid not null,
  -- The user and the account are copies of what the occurrence and the group say, taken when it is inserted
  -- (docs/decisions/017). Those two cannot go without it, nor their user and account without them.
  user_id text not null,
  account_id uuid not null,
  group_id uuid not null,
  topic_id text,
  part int not null default 0,
  content_id uuid not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,           -- forecast turn in the lane + catch-up window, fixed at planning
  status text not null check (status in
    ('queued', 'waiting', 'held', 'sending', 'sent', 'failed', 'skipped', 'unconfirmed')),
  not_before timestamptz not null,           -- when it may be tried next
  attempt int not null default 0,            -- the number of the last attempt; open while `sending`
  opened_at timestamptz,                     -- when that attempt was committed, just before the wire
  epoch bigint,                              -- of the owner that opened it; another's answer is refused
  tries int not null default 0,              -- attempts that count against the back-off; flood waits do not
  doubtful boolean not null default false,   -- an earlier attempt may have been accepted
  code text,
  reason text,
  receipt jsonb,
  sent_at timestamptz,
  attempts jsonb not null default '[]',      -- those that have been answered, in their order
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (occurrence_id, part, group_id, topic_id)
) with (fillfactor = 60);                    -- room for what becomes of each, in place
-- A delivery that is sent changes twice. No index of rows knows of what changes then, so PostgreSQL writes both
-- in place instead of into every index: opening an attempt takes it 33 µs instead of 55, closing 64 instead of 97
-- (docs/decisions/021). Whatever is added here, keep it so.
create index deliveries_by_user on deliveries (user_id, due_at desc, id desc);
-- What an earlier owner left on the wire in the last minute counts against the pace of the next, and so does
-- what was sent in it: its attempt was opened at most a minute before.
create index deliveries_opened on deliveries using brin (opened_at);

-- The keys of a delivery, held for a whole statement instead of row by row (docs/decisions/018). What a
-- delivery belongs to exists, is its user's, and stays: it is locked as a foreign key locks it.
--
-- Plans are kept for as long as a connection lives: none that was made while a table was small may read
-- all of it later. Parents are locked in the order of their ids.
create function hold_parents_of_deliveries() returns trigger language plpgsql
set enable_seqscan to off as $$
declare
  owners text[];
  parents uuid[];
  held bigint;
begin
  select array_agg(user_id), array_agg(parent) into owners, parents
    from (select distinct user_id, occurrence_id as parent from added) d;
  with locked as (
    select id, user_id from occurrences where id = any(parents) order by id for key share)
  select count(*) into held from unnest(owners, parents) as d (user_id, id) join locked using (user_id, id);
  if held < cardinality(parents) then
    raise foreign_key_violation using message = 'A delivery needs an occurrence of its user.';
  end if;

  select array_agg(user_id), array_agg(parent) into owners, parents
    from (select distinct user_id, group_id as parent from added) d;
  with locked as (
    select id, user_id from groups where id = any(parents) order by id for key share)
  select count(*) into held from unnest(owners, parents) as d (user_id, id) join locked using (user_id, id);
  if held < cardinality(parents) then
    raise foreign_key_violation using message = 'A delivery needs a group of its user.';
  end if;

  select array_agg(user_id), array_agg(parent) into owners, parents
    from (select distinct user_id, content_id as parent from added) d;
  with locked as (
    select id, user_id from contents where id = any(parents) order by id for key share)
  select count(*) into held from unnest(owners, parents) as d (user_id, id) join locked using (user_id, id);
  if held < cardinality(parents) then
    raise foreign_key_violation using message = 'A delivery needs a content of its user.';
  end if;
  return null;
end $$;

create trigger deliveries_have_parents after insert on deliveries
  referencing new table as added for each statement execute function hold_parents_of_deliveries();

create function remove_deliveries_of_occurrences() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from deliveries d using removed r where d.occurrence_id = r.id;
  return null;
end $$;

create trigger deliveries_go_with_occurrences after delete on occurrences
  referencing old table as removed for each statement execute function remove_deliveries_of_occurrences();

-- By the user as well, since that is indexed.
create function remove_deliveries_of_groups() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from deliveries d using removed r where d.user_id = r.user_id and d.group_id = r.id;
  return null;
end $$;

create trigger deliveries_go_with_groups after delete on groups
  referencing old table as removed for each statement execute function remove_deliveries_of_groups();

-- With a user goes all of it, in whatever order. Many contents of one user are deleted at a time: their
-- deliveries are read once for all.
create function keep_contents_of_deliveries() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  if exists (
    select from deliveries d
    where d.user_id = any(array(select distinct r.user_id from removed r join users u on u.id = r.user_id))
      and d.content_id = any(array(select id from removed)))
  then
    raise foreign_key_violation using message = 'A delivery has this content.';
  end if;
  return null;
end $$;

create trigger deliveries_keep_contents after delete on contents
  referencing old table as removed for each statement execute function keep_contents_of_deliveries();

-- A delivery may be given to another group; one by one is enough for that.
create function hold_parents_of_delivery() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  perform from occurrences o where o.id = new.occurrence_id and o.user_id = new.user_id for key share;
  if not found then
    raise foreign_key_violation using message = 'A delivery needs an occurrence of its user.';
  end if;
  perform from groups g where g.id = new.group_id and g.user_id = new.user_id for key share;
  if not found then
    raise foreign_key_violation using message = 'A delivery needs a group of its user.';
  end if;
  perform from contents c where c.id = new.content_id and c.user_id = new.user_id for key share;
  if not found then
    raise foreign_key_violation using message = 'A delivery needs a content of its user.';
  end if;
  return null;
end $$;

create trigger deliveries_have_other_parents
  after update of occurrence_id, user_id, group_id, content_id on deliveries for each row
  when ((old.occurrence_id, old.user_id, old.group_id, old.content_id)
    is distinct from (new.occurrence_id, new.user_id, new.group_id, new.content_id))
  execute function hold_parents_of_delivery();

-- What they belong to changes neither its name nor its user, so nothing needs to follow.
create function refuse_another_key() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'The keys of what deliveries belong to do not change.';
end $$;

create trigger occurrences_keep_their_keys before update of id, user_id on occurrences for each row
  when ((old.id, old.user_id) is distinct from (new.id, new.user_id))
  execute function refuse_another_key();
create trigger groups_keep_their_keys before update of id, user_id on groups for each row
  when ((old.id, old.user_id) is distinct from (new.id, new.user_id))
  execute function refuse_another_key();
create trigger contents_keep_their_keys before update of id, user_id on contents for each row
  when ((old.id, old.user_id) is distinct from (new.id, new.user_id))
  execute function refuse_another_key();
