-- Room: connections.

-- What may not be sent to a chat though texts may: kinds of files, polls.
alter table chats add column refuses text[] not null default '{}';
