-- Rooms: content.

-- What a message said until it was changed, before any run of it said that: shown among its versions for some days,
-- and then forgotten like other contents that nothing says.
create table replaced_contents (
  content_id uuid primary key references contents on delete cascade,
  message_id uuid not null references messages on delete cascade,
  replaced_at timestamptz not null
);
create index replaced_contents_by_message on replaced_contents (message_id, replaced_at);
create index replaced_contents_by_time on replaced_contents (replaced_at);
