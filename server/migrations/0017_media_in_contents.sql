-- Rooms: media, sending.

-- Which contents name a file: it is not deleted while one does.
create table media_uses (
  content_id uuid not null references contents on delete cascade,
  media_id uuid not null references media,
  primary key (content_id, media_id)
);
create index media_uses_by_media on media_uses (media_id);

-- What a network calls a file since an account has sent it: its bytes are not sent again.
create table media_handles (
  account_id uuid not null references accounts on delete cascade,
  media_id uuid not null references media on delete cascade,
  handle text not null,
  primary key (account_id, media_id)
);
create index media_handles_by_media on media_handles (media_id);
