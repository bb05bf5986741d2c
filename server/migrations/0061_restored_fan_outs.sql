-- Where a fan-out that a deletion stopped goes on when the deletion is undone.
alter table occurrences add column restore_from int;
