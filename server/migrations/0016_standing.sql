-- Room: deliveries.

-- Each copy that is to be deleted has its own tries, so that one that has to wait holds up no other.
alter table delivery_removals
  add tries int not null default 0,
  add not_before timestamptz;                -- null: now

-- Copies that stand in their chats until the next one of their source replaces them. They are found by chat as well
-- as by group, because two groups may turn out to be one chat.
create table standing_copies (
  source_id uuid not null,
  occurrence_id uuid not null references occurrences on delete cascade,
  account_id uuid not null,
  group_id uuid not null,
  topic_id text,
  chat_id text,                              -- null: the network did not say
  unique nulls not distinct (occurrence_id, group_id, topic_id)
);
create index standing_copies_by_source on standing_copies (source_id);
