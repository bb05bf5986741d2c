-- The rev of a person's last change. A series also changes by itself, whenever it is sent; who has it
-- open in the editor meanwhile is not to be told that somebody was faster.
alter table messages add column edited_rev bigint not null default 1;
