-- Room: connections.

-- Since when the tier of its user has no place for its network: nothing is sent, and the account stays linked for a while.
alter table connections add column idle_since timestamptz;
create index connections_idle on connections (idle_since) where idle_since is not null;
