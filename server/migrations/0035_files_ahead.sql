-- Rooms: sending.

-- Files of runs that come soon, where the network of an account takes a file before the message that shows it. The
-- process that owns the account brings them; a row goes once its slot has come.
create table files_ahead (
  account_id uuid not null references accounts on delete cascade,
  media_id uuid not null references media on delete cascade,
  slot_at timestamptz not null,
  primary key (account_id, media_id)
);
create index files_ahead_by_media on files_ahead (media_id);
create index files_ahead_by_slot on files_ahead (slot_at);

-- Until when the network keeps the file under this name; null: it tells when it does not any more.
alter table media_handles add column expires_at timestamptz;
