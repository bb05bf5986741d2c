-- Some limits look back further than a day: each row says itself until when it matters. The default is for
-- the program from before, which does not set it.
alter table auth_tries add column forget_at timestamptz not null default now() + interval '1 day';
drop index auth_tries_by_age;
create index auth_tries_by_end on auth_tries (forget_at);

-- A mailed code is now kept by the browser it was asked for in.
delete from auth_verification;
