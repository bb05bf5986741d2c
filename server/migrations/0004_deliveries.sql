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
  reason text,
  fan_out_from int,                          -- where the next slice goes on; null: all deliveries exist
  on_unconfirmed text not null default 'ask',
  total int not null default 0,
  sent int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  unconfirmed int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (schedule_id, slot_at)
);
create index occurrences_by_source on occurrences (source, source_id, due_at desc);
create index occurrences_fanning_out on occurrences (due_at) where fan_out_from is not null;

-- One part of an occurrence to one group or topic: the unit of sending, retry and audit.
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
    ('queued', 'leased', 'sending', 'waiting', 'held', 'sent', 'failed', 'skipped', 'unconfirmed')),
  not_before timestamptz not null,           -- when it may be tried next
  attempt int not null default 0,
  tries int not null default 0,              -- attempts that count against the back-off; flood waits do not
  epoch bigint,                              -- of the owner that leased it
  code text,
  reason text,
  receipt jsonb,
  sent_at timestamptz,
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (occurrence_id, part, group_id, topic_id)
);
create index deliveries_lane on deliveries (account_id, not_before, id)
  where status in ('queued', 'waiting', 'held');
create index deliveries_in_hand on deliveries (account_id) where status in ('leased', 'sending');
create index deliveries_by_group on deliveries (group_id, due_at desc);
create index deliveries_by_user on deliveries (user_id, due_at desc, id desc);

-- One try: opened before the wire, closed with what the network answered.
create table attempts (
  delivery_id uuid not null references deliveries on delete cascade,
  number int not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  outcome text,                              -- null while open
  reason text,
  primary key (delivery_id, number)
);
