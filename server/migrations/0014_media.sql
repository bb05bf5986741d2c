-- Room: media.

-- A file that a person uploads. The row is there before any of the file, so whatever was stored of it can be found
-- and deleted: its pieces lie below a folder of the storage that is named by its id.
create table media (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  purpose text not null check (purpose in ('library', 'photo')),
  status text not null check (status in ('pending', 'ready', 'deleted')),
  kind text check (kind in ('photo', 'video', 'animation', 'audio', 'voice', 'document')),
  mime text,                                 -- what the first bytes say; null until they have arrived
  name text not null,
  alt text not null,
  bytes int not null,                        -- while pending as announced; of a profile photo what is kept of it
  parts int not null,                        -- pieces of the original; 0 once only the thumbnail is kept
  received int not null default 0,           -- pieces that have arrived
  sha256 bytea,
  width int,
  height int,
  duration_ms int,
  has_thumbnail boolean not null default false,
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,           -- when the last piece came, or when it was deleted
  check (status <> 'ready' or (kind is not null and mime is not null and sha256 is not null))
);
-- The library, newest first; ids sort by time.
create index media_by_user on media (user_id, id);
-- The same file is kept once for each person.
create unique index media_same on media (user_id, sha256, kind)
  where status = 'ready' and purpose = 'library';
-- What the sweep looks for.
create index media_to_clear on media (updated_at)
  where status <> 'ready' or (purpose = 'photo' and parts > 0);

-- The uploaded photo of the profile; without one photo_url is shown.
alter table users add column photo_id uuid references media on delete set null;
create index users_by_photo on users (photo_id) where photo_id is not null;
