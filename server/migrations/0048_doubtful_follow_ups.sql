-- Room: deliveries. From now on `doubtful` of a follow-up that was given up says that a try may have done it. Until now
-- it was true of all that were tried.
update follow_ups set doubtful = false
where doubtful and reason is not null and code is distinct from 'unreachable';
