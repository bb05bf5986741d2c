-- A list names the first groups of each message: found in their order, not by sorting thousands.
create index message_groups_in_order on message_groups (message_id, position);
