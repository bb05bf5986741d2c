-- Rooms: content, messages, cycles, occurrences, deliveries. What is said may differ by group and by run.

-- Whether a content names a variable, or has variants: only then a delivery keeps the name of its group.
alter table contents add column varies boolean not null
  generated always as (body::text like '%{{%' or jsonb_path_exists(body, '$.**.variants')) stored;

-- How many runs of it there were, whether they are still remembered or not. Test messages and runs that were
-- skipped as a whole do not count.
alter table messages add column runs int not null default 0;
alter table cycles add column runs int not null default 0;
update messages m set runs = o.runs from (
  select source_id, count(*) as runs from occurrences
  where source = 'message' and status <> 'skipped' group by source_id) o where o.source_id = m.id;
update cycles c set runs = o.runs from (
  select source_id, count(*) as runs from occurrences
  where source = 'cycle' and status <> 'skipped' group by source_id) o where o.source_id = c.id;

-- What the variables say in this run, and what its seed has drawn: fixed when it is planned, so that every try
-- of each of its deliveries says the same.
alter table occurrences add column run jsonb;
-- The name of the group when the delivery was planned, where its content varies.
alter table deliveries add column addressed_as text;
