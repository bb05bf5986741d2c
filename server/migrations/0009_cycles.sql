-- Room: cycles.

create table cycles (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  color text,
  status text not null check (status in ('draft', 'active', 'paused', 'finished', 'suspended')),
  resumes_as text check (resumes_as in ('draft', 'active', 'paused')), -- what a suspended one is again
  schedule jsonb,                            -- as it was entered; a draft may have none
  "order" text not null check ("order" in ('sequence', 'once', 'shuffle', 'weighted')),
  mode text not null check (mode in ('same', 'own_place', 'one_group')),
  steps_per_slot int not null,
  seed bigint not null,                      -- what shuffled and weighted rounds are drawn from
  ends jsonb,                                -- after so many sends or rounds
  replace_previous boolean not null,
  advance_on_skip boolean not null,
  catch_up_minutes int not null,
  on_unconfirmed text not null check (on_unconfirmed in ('ask', 'resend', 'assume_sent')),
  overlap text not null check (overlap in ('skip', 'wait')),
  pause_after_failures int not null,         -- occurrences in a row; 0: never
  position jsonb not null,                   -- how far it has come
  -- The occurrence of which nothing went out, so that the position went back before it. Should a person try it
  -- again after all, the position goes on behind it.
  returned_from uuid,
  paused_until timestamptz,                  -- when it goes on by itself
  attention jsonb,
  next_at timestamptz,                       -- the slot to come, for lists
  said_at timestamptz,                       -- when it last said something
  rev bigint not null default 1,
  edited_rev bigint not null default 1,      -- the rev of a person's last change
  deleted_at timestamptz,                    -- for some minutes it can be restored; nothing else sees it
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index cycles_by_user on cycles (user_id, status, next_at);
create index cycles_newest on cycles (user_id, updated_at desc, id desc);
create index cycles_deleted on cycles (deleted_at) where deleted_at is not null;

create trigger forget_slot_contents after delete on cycles
  referencing old table as gone for each statement execute function forget_slot_contents('cycle');

create table cycle_steps (
  id uuid primary key,                       -- the same as long as the step is there, wherever it is moved to
  cycle_id uuid not null references cycles on delete cascade,
  place int not null,
  content_id uuid not null references contents,
  enabled boolean not null,
  weight int not null,
  from_day text,                             -- the first and the last day, like 2026-11-22, in the cycle's zone
  until_day text,
  max_sends int
);
create index cycle_steps_in_order on cycle_steps (cycle_id, place);
create index cycle_steps_by_content on cycle_steps (content_id);

create table cycle_groups (
  cycle_id uuid not null references cycles on delete cascade,
  group_id uuid not null references groups on delete cascade,
  place int not null,
  topics text[] not null default '{}',       -- none: the group itself (General)
  primary key (cycle_id, group_id)
);
create index cycle_groups_by_group on cycle_groups (group_id);
create index cycle_groups_in_order on cycle_groups (cycle_id, place);
