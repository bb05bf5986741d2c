-- Countries change their clocks, and programs learn of it at different times. A next slot is kept as an
-- instant; by its name on the wall it is found again when the same name has come to mean another one.
alter table schedules
  add column next_local text,                -- what next_slot_at is called on the wall of its zone
  add column zone_data text;                 -- the time zone data that next_slot_at was worked out with
