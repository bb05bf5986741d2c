-- Room: deliveries. An edit that is asked again begins anew. When an earlier one had reached the copy stays known: what
-- members of the group were shown as edited stays so while the next edit waits, and if it fails.
alter table follow_ups add column done_before timestamptz;
