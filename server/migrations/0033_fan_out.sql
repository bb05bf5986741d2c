-- A fan-out that cannot go on is tried again, later each time, and cut short in the end.
alter table occurrences
  add column fan_out_failures int not null default 0,
  add column fan_out_not_before timestamptz;
