-- Room: occurrences. A copy that was sent again while its run was edited or deleted took its part of that with it. The
-- edit or deletion then waited for it, and the run could not be edited or deleted any more. What waits for nothing has ended.
update sent_changes set done = ended.done, failed = ended.failed, total = ended.done + ended.failed
  from (
    select c.id, greatest(c.done, count(f.done_at)::int) as done, count(f.reason)::int as failed
      from sent_changes c
      left join follow_ups f on f.occurrence_id = c.occurrence_id and f.change_id = c.id
     where c.done + c.failed < c.total and c.asked_at is not null
     group by c.id
    having count(*) filter (where f.delivery_id is not null and f.done_at is null and f.reason is null) = 0
  ) ended
 where sent_changes.id = ended.id;
