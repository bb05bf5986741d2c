-- Room: content.

-- What is said: immutable; an edit makes a new one.
create table contents (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  body jsonb not null,
  created_at timestamptz not null
);
-- To delete a user without reading the whole table.
create index contents_by_user on contents (user_id);

-- What a content counts in users.stored_bytes: its words and, so that many short ones count as well, 100 for
-- the row and its indexes.
create function bytes_of_content(body jsonb) returns bigint language sql immutable
return octet_length(body::text) + 100;

-- Only people write contents, so their row is free when messages are planned and sent.
create function count_bytes_of_contents() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  update users u set stored_bytes = u.stored_bytes + a.bytes
  from (select user_id, sum(bytes_of_content(body)) as bytes from added group by user_id) a
  where u.id = a.user_id;
  return null;
end $$;

create trigger contents_add_bytes after insert on contents
  referencing new table as added for each statement execute function count_bytes_of_contents();

create function forget_bytes_of_contents() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  update users u set stored_bytes = u.stored_bytes - r.bytes
  from (select user_id, sum(bytes_of_content(body)) as bytes from removed group by user_id) r
  where u.id = r.user_id;
  return null;
end $$;

create trigger contents_give_back_bytes after delete on contents
  referencing old table as removed for each statement execute function forget_bytes_of_contents();
