-- Who deletes their account is gone at once; what was kept of them is erased afterwards, a slice at a time.
alter table users add column leaving_at timestamptz;
create index users_leaving on users (leaving_at) where leaving_at is not null;
