-- One sealed value for each key that has sealed secrets: the server opens it at each start, so that a lost
-- or a wrong key is noticed before anything is sent or sealed anew.
create table secret_canaries (
  key_name text primary key,
  place text not null,                       -- what it was sealed for; it opens nowhere else
  sealed bytea not null
);

-- Of a database from before: for each key the newest credentials, until the next start seals a value of its own.
insert into secret_canaries (key_name, place, sealed)
select distinct on (key_name) key_name, 'accounts.credentials:' || id, credentials
  from (
    select id, credentials, updated_at,
           convert_from(substring(credentials from 3 for get_byte(credentials, 1)), 'UTF8') as key_name
      from accounts where length(credentials) > 2 and get_byte(credentials, 0) = 1) as sealed_accounts
 order by key_name, updated_at desc;
