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
  fan_out_from int,                          -- where the next slice goes on; null: all deliveries exist
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
create index occurrences_fanning_out on occurrences (due_at) where fan_out_from is not null;
create index occurrences_unfinished on occurrences (due_at) where finished_at is null;

-- One part of an occurrence to one group or topic: the unit of sending, retry and audit. Whoever owns
-- the account reads its lane; what it holds in memory stays `queued`, since nobody else may take it.
create table deliveries (
  id uuid primary key,
  occurrence_id uuid not null references occurrences on delete cascade,
  user_id text not null references users on delete cascade,
  account_id uuid not null references accounts,
  group_id uuid not null references groups on delete cascade,
  topic_id text,
  part int not null default 0,
  content_id uuid not null references contents,
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
);
-- The lanes: the users of one account send in turn. The only index that begins like this, since PostgreSQL
-- believes a lane to be as empty as it was when it last counted, and would take any that is offered.
create index deliveries_lane on deliveries (account_id, user_id, not_before, id)
  where status in ('queued', 'waiting', 'held');
create index deliveries_on_the_wire on deliveries (account_id) where status = 'sending';
-- What was sent in the last minute counts against the pace, also for the next owner.
create index deliveries_sent on deliveries using brin (sent_at);
-- Every index but these is written twice more for each delivery that is sent, so there are few.
create index deliveries_by_user on deliveries (user_id, due_at desc, id desc);
