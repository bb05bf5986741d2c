-- Room: planning. The end of a cycle was decided twice, and the second decision could differ from the first: such a
-- cycle was active, was never planned again and did not end. The planner looks at it once more.
update schedules set next_slot_at = cycles.next_at, not_before = null, waits_for = null
  from cycles
 where schedules.source = 'cycle' and schedules.source_id = cycles.id and schedules.next_slot_at is null
   and cycles.status = 'active' and cycles.next_at is not null and cycles.deleted_at is null;
