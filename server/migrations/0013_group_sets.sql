-- Room: group-sets.

-- Groups that a person chooses together, under a name. A removed group stays in it, so that its name can be told.
create table group_sets (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  group_ids jsonb not null,                  -- [uuid]; a set is always read and written whole
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Two sets of one name could not be told apart.
create unique index group_sets_named on group_sets (user_id, lower(name));
