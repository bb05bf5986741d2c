-- Every new token of a bot has the next number, and each connection keeps the number of the token that its
-- user showed last. A connection with an older number may do nothing until its user shows the current token.
-- No token and no hash of one is stored for this, so new keys of the server change nothing.
-- What is connected now goes on: all of it begins with the same number.
alter table accounts
  add column token_version int not null default 0,
  add column token_changed_at timestamptz;
alter table connections add column token_version int not null default 0;

-- A disconnected group is kept as it was, and nothing is sent there, until its connection may act again.
alter table groups drop constraint groups_status_check;
alter table groups add constraint groups_status_check
  check (status in ('active', 'muted', 'limited', 'lost', 'suspended', 'disconnected', 'removed'));
