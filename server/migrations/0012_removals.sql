-- Room: deliveries.

-- Copies of a cycle that its next copy in the same group replaces: what became of each, or that it is to be done.
create table delivery_removals (
  delivery_id uuid primary key references deliveries on delete cascade,
  occurrence_id uuid not null,               -- of the copy that replaces it
  removed_at timestamptz,
  reason text,                               -- why it stays in the group, in words
  created_at timestamptz not null
);
create index delivery_removals_to_do on delivery_removals (occurrence_id)
  where removed_at is null and reason is null;
