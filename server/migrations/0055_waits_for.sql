-- What a schedule that was put off waits for: the end of the occurrence before, or of a pause.
alter table schedules add column waits_for text check (waits_for in ('overlap', 'pause'));
