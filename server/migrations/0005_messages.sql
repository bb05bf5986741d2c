-- Rooms: series, messages.

-- Slots of a series that say something else, whatever has the series: a message, or another source. Slots left
-- out or moved stand in the schedule itself.
create table slot_contents (
  source text not null check (source in ('message', 'cycle')),
  source_id uuid not null,
  slot_at timestamptz not null,              -- the instant the rule gives it
  -- What the slot is called on the wall: when a country changes its clocks, it is found again by that.
  local text,
  following boolean not null,                -- whether all later slots say the same
  content_id uuid not null references contents,
  primary key (source, source_id, slot_at, following)
);
create index slot_contents_by_content on slot_contents (content_id);

-- For a trigger of each source, which hands in its kind.
create function forget_slot_contents() returns trigger language plpgsql as $$
begin
  delete from slot_contents where source = tg_argv[0] and source_id in (select id from gone);
  return null;
end $$;

create table messages (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  kind text not null check (kind in ('scheduled', 'automated')),
  title text,
  status text not null check (status in
    ('draft', 'scheduled', 'active', 'sending', 'sent', 'partly_sent', 'failed', 'missed', 'paused', 'finished',
     'suspended', 'canceled')),
  -- What goes out when somebody tries a group is a message of its own, to be forgotten after some days.
  trial boolean not null default false,
  content_id uuid not null references contents,
  schedule jsonb,                            -- as it was entered; a draft may have none
  catch_up_minutes int not null,
  on_unconfirmed text not null check (on_unconfirmed in ('ask', 'resend', 'assume_sent')),
  overlap text not null default 'skip' check (overlap in ('skip', 'wait')),
  pause_after_failures int not null default 5, -- occurrences in a row; 0: never
  paused_until timestamptz,                  -- when it goes on by itself
  attention jsonb,
  next_at timestamptz,                       -- the slot to come, for lists
  rev bigint not null default 1,
  -- The rev of a person's last change. A series also changes by itself, whenever it is sent; who has it
  -- open in the editor meanwhile is not to be told that somebody was faster.
  edited_rev bigint not null default 1,
  -- A deleted message stays for some minutes, in which it can be restored; nothing but a restore sees it.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index messages_by_user on messages (user_id, status, next_at);
create index messages_newest on messages (user_id, updated_at desc, id desc);
-- To delete a content without reading the whole table.
create index messages_by_content on messages (content_id);
create index messages_trial on messages (created_at) where trial;
create index messages_deleted on messages (deleted_at) where deleted_at is not null;

create trigger forget_slot_contents after delete on messages
  referencing old table as gone for each statement execute function forget_slot_contents('message');

create table message_groups (
  message_id uuid not null references messages on delete cascade,
  group_id uuid not null references groups on delete cascade,
  position int not null,
  topics text[] not null default '{}',       -- none: the group itself (General)
  primary key (message_id, group_id)
);
create index message_groups_by_group on message_groups (group_id);
-- A list names the first groups of each message: found in their order, not by sorting thousands.
create index message_groups_in_order on message_groups (message_id, position);
