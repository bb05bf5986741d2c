-- What goes out when somebody tries a group is a message of its own, to be forgotten after some days.
alter table messages add column trial boolean not null default false;
create index messages_trial on messages (created_at) where trial;

-- Contents are deleted by rounds too now, many of one user at a time: their deliveries are read once for all.
create or replace function keep_contents_of_deliveries() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  if exists (
    select from deliveries d
    where d.user_id = any(array(select distinct r.user_id from removed r join users u on u.id = r.user_id))
      and d.content_id = any(array(select id from removed)))
  then
    raise foreign_key_violation using message = 'A delivery has this content.';
  end if;
  return null;
end $$;
