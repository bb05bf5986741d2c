-- Room: occurrences.

-- How many of it had ended without being sent when its source was told last, so that it is told at once when there
-- are more, while others still wait; and whether the bell has told of it before its end, which is then brought up
-- to date and not told again.
alter table occurrences add column told int not null default 0;
alter table occurrences add column rang boolean not null default false;

-- Room: notifications.

-- The occurrence that an item tells of, while it tells of that one alone: when more of it goes wrong, its words change.
alter table notifications add column about uuid;
create index notifications_about on notifications (about) where about is not null;
