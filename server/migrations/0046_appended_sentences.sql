-- Room: notifications. What was appended to the message of an item: it stays when the message changes.
alter table notifications add column appended text not null default '';
