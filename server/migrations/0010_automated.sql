-- Automated messages: a series that goes out again and again.
alter table messages drop constraint messages_status_check;
alter table messages add constraint messages_status_check check (status in
  ('draft', 'scheduled', 'active', 'sending', 'sent', 'partly_sent', 'failed', 'missed', 'paused', 'finished',
   'suspended', 'canceled'));
alter table messages
  add column overlap text not null default 'skip' check (overlap in ('skip', 'wait')),
  add column pause_after_failures int not null default 5,  -- occurrences in a row; 0: never
  add column paused_until timestamptz;                     -- when it goes on by itself

-- Slots of a series that say something else. Slots left out or moved stand in the schedule itself.
create table slot_contents (
  message_id uuid not null references messages on delete cascade,
  slot_at timestamptz not null,              -- the instant the rule gives it
  following boolean not null,                -- whether all later slots say the same
  content_id uuid not null references contents,
  primary key (message_id, slot_at, following)
);
create index slot_contents_by_content on slot_contents (content_id);

-- The calendar of a user, and deleting a user or a content without reading whole tables.
create index occurrences_by_user on occurrences (user_id, due_at);
create index schedules_by_user on schedules (user_id);
create index contents_by_user on contents (user_id);
create index messages_by_content on messages (content_id);
create index deliveries_by_content on deliveries (content_id);
