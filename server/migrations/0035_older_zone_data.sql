-- Which next slots were worked out with older time zone data than that of a program is asked at every
-- start and every hour: it must not take a look at every schedule.
create index schedules_by_zone_data on schedules (coalesce(zone_data, ''), id) where next_slot_at is not null;
