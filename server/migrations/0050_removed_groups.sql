-- Messages keep naming a removed group for their history, but are shown without it: few are removed, so
-- to leave them out costs next to nothing.
create index groups_removed on groups (id) where status = 'removed';
