-- Room: groups.

-- A chat that the user has chosen to send to. A removed one stays for its history; choosing the chat
-- again makes a new one, so that no old message starts to send by itself.
create table groups (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  connection_id uuid not null references connections on delete cascade,
  account_id uuid not null references accounts,
  channel text not null,
  external_id text not null,
  title text not null,
  kind text not null,
  -- A disconnected group is kept as it was, and nothing is sent there, until its connection may act again.
  status text not null check (status in
    ('active', 'muted', 'limited', 'lost', 'suspended', 'disconnected', 'removed')),
  muted boolean not null default false,      -- what the user wants, also while it is lost or limited
  code text,                                 -- why: kicked, left, deleted, not_found, no_rights …
  reason text,                               -- the same in words
  member_count int,
  topics jsonb not null default '[]',
  time_zone text,
  -- What it bears, whoever sends: hours without messages, so many a day, so much time between two.
  quiet_hours jsonb,                         -- { from, to, days?, mode: hold | skip }, on the wall of its zone
  daily_cap int,
  min_gap_minutes int,
  last_sent_at timestamptz,
  blocked_until timestamptz,                 -- a flood wait of this chat
  -- Messages that the network refused here one after the other, in the same words, for a reason that nobody
  -- knows: { words, messages, at }. When these are enough of them, the group was muted for it.
  refusals jsonb,
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 85);                    -- room for what becomes of each, in place
create unique index groups_once on groups (connection_id, external_id) where status <> 'removed';
create index groups_by_user on groups (user_id);
create index groups_by_chat on groups (account_id, external_id);
-- Messages keep naming a removed group for their history, but are shown without it: few are removed, so
-- to leave them out costs next to nothing.
create index groups_removed on groups (id) where status = 'removed';
