-- What is said: immutable; an edit makes a new one.
create table contents (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  body jsonb not null,
  created_at timestamptz not null
);

-- When its source goes out. The row itself is the planner's job.
create table schedules (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  source text not null check (source in ('message', 'cycle')),
  source_id uuid not null,
  spec jsonb not null,
  next_slot_at timestamptz,                  -- null: nothing to come
  not_before timestamptz,                    -- after an error: when the planner tries again
  failures int not null default 0,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (source, source_id)
);
create index schedules_due on schedules (next_slot_at) where next_slot_at is not null;

create table messages (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  kind text not null check (kind in ('scheduled', 'automated')),
  title text,
  status text not null check (status in
    ('draft', 'scheduled', 'sending', 'sent', 'partly_sent', 'failed', 'missed', 'paused', 'canceled')),
  content_id uuid not null references contents,
  schedule jsonb,                            -- as it was entered; a draft may have none
  catch_up_minutes int not null,
  on_unconfirmed text not null check (on_unconfirmed in ('ask', 'resend', 'assume_sent')),
  attention jsonb,
  next_at timestamptz,                       -- the slot to come, for lists
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index messages_by_user on messages (user_id, status, next_at);
create index messages_newest on messages (user_id, updated_at desc, id desc);

create table message_groups (
  message_id uuid not null references messages on delete cascade,
  group_id uuid not null references groups on delete cascade,
  position int not null,
  topics text[] not null default '{}',       -- none: the group itself (General)
  primary key (message_id, group_id)
);
create index message_groups_by_group on message_groups (group_id);
