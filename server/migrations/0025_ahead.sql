-- Room: series. What was looked at before its slot, and what was told of it.
create table slots_ahead (
  schedule_id uuid primary key references schedules on delete cascade,
  slot_at timestamptz not null,      -- the last slot that was looked at
  looked_at timestamptz not null,
  told text                          -- what was told to be impossible then; null when nothing was
);
