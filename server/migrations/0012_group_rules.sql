-- What a group bears, whoever sends: hours without messages, so many a day, so much time between two.
alter table groups
  add column quiet_hours jsonb,              -- { from, to, days?, mode: hold | skip }, on the wall of its zone
  add column daily_cap int,
  add column min_gap_minutes int;

-- What was sent to groups with a cap or a gap lately, an occurrence once however many topics it went to.
-- Written with the attempt, by the one lane in which a group's sends meet.
create table group_sends (
  group_id uuid not null references groups on delete cascade,
  occurrence_id uuid not null references occurrences on delete cascade,
  at timestamptz not null,
  primary key (group_id, occurrence_id)
);
create index group_sends_by_occurrence on group_sends (occurrence_id);
create index group_sends_old on group_sends (at);
