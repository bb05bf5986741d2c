-- Whether all members may write or only those who run it: what else a network calls its chats is its own.
alter table chats drop constraint chats_kind_check;
update chats set kind = 'group' where kind = 'supergroup';
alter table chats add constraint chats_kind_check check (kind in ('group', 'channel'));
update groups set kind = 'group' where kind = 'supergroup';

-- What an account can do more or less than others of its channel; only the channel reads it.
alter table accounts add column traits jsonb not null default '{}';

-- The accounts of the operator whose tokens a process has, as `channel:id at the network`.
alter table processes add column shared_accounts text[] not null default '{}';
update processes set shared_accounts = array['telegram-bot:' || shared_bot] where shared_bot is not null;
alter table processes drop column shared_bot;
