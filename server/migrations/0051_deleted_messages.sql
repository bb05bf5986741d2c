-- A deleted message stays for some minutes, in which it can be restored; nothing but a restore sees it.
alter table messages add column deleted_at timestamptz;
create index messages_deleted on messages (deleted_at) where deleted_at is not null;
