-- Rooms: groups, connections, accounts. Those that were removed are deleted once nothing names them any more.

-- With a connection go its groups, and an account stays while a connection leads to it, also one that was removed: to
-- see that, neither table is read as a whole.
create index groups_by_connection on groups (connection_id);
drop index connections_by_account;
create index connections_by_account on connections (account_id);

-- The deliveries of the users of these groups are read once. Joined with the groups, all deliveries of all users were
-- read (measured 2026-11); so would they be by the only index that has groups, which the planner takes otherwise.
create or replace function remove_deliveries_of_groups() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from deliveries where id = any(array(
    select d.id from (select distinct user_id from removed) u
    cross join lateral (select id, group_id from deliveries where user_id = u.user_id offset 0) d
    where d.group_id = any(array(select id from removed))));
  return null;
end $$;
