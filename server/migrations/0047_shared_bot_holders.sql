-- The bot of this server whose token this process has: its id at the network, never the token. The bot is
-- retired only when no living process has had its token for a while.
alter table processes add column shared_bot text;
