-- The keys of a delivery, held for a whole statement instead of row by row (docs/decisions/018). What a
-- delivery belongs to exists, is its user's, and stays: it is locked as a foreign key locks it.
alter table deliveries
  drop constraint deliveries_occurrence_id_fkey,
  drop constraint deliveries_group_id_fkey,
  drop constraint deliveries_content_id_fkey;

-- Only to find the deliveries of a content that is deleted, which happens with its user alone.
drop index deliveries_by_content;

-- Plans are kept for as long as a connection lives: none that was made while a table was small may read
-- all of it later. Parents are locked in the order of their ids.
create function hold_parents_of_deliveries() returns trigger language plpgsql
set enable_seqscan to off as $$
declare
  owners text[];
  parents uuid[];
  held bigint;
begin
  select array_agg(user_id), array_agg(parent) into owners, parents
    from (select distinct user_id, occurrence_id as parent from added) d;
  with locked as (
    select id, user_id from occurrences where id = any(parents) order by id for key share)
  select count(*) into held from unnest(owners, parents) as d (user_id, id) join locked using (user_id, id);
  if held < cardinality(parents) then
    raise foreign_key_violation using message = 'A delivery needs an occurrence of its user.';
  end if;

  select array_agg(user_id), array_agg(parent) into owners, parents
    from (select distinct user_id, group_id as parent from added) d;
  with locked as (
    select id, user_id from groups where id = any(parents) order by id for key share)
  select count(*) into held from unnest(owners, parents) as d (user_id, id) join locked using (user_id, id);
  if held < cardinality(parents) then
    raise foreign_key_violation using message = 'A delivery needs a group of its user.';
  end if;

  select array_agg(user_id), array_agg(parent) into owners, parents
    from (select distinct user_id, content_id as parent from added) d;
  with locked as (
    select id, user_id from contents where id = any(parents) order by id for key share)
  select count(*) into held from unnest(owners, parents) as d (user_id, id) join locked using (user_id, id);
  if held < cardinality(parents) then
    raise foreign_key_violation using message = 'A delivery needs a content of its user.';
  end if;
  return null;
end $$;

create trigger deliveries_have_parents after insert on deliveries
  referencing new table as added for each statement execute function hold_parents_of_deliveries();

create function remove_deliveries_of_occurrences() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from deliveries d using removed r where d.occurrence_id = r.id;
  return null;
end $$;

create trigger deliveries_go_with_occurrences after delete on occurrences
  referencing old table as removed for each statement execute function remove_deliveries_of_occurrences();

-- By the user as well, since that is indexed.
create function remove_deliveries_of_groups() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  delete from deliveries d using removed r where d.user_id = r.user_id and d.group_id = r.id;
  return null;
end $$;

create trigger deliveries_go_with_groups after delete on groups
  referencing old table as removed for each statement execute function remove_deliveries_of_groups();

-- With a user goes all of it, in whatever order.
create function keep_contents_of_deliveries() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  if exists (
    select from removed r join users u on u.id = r.user_id
      join deliveries d on d.user_id = r.user_id and d.content_id = r.id)
  then
    raise foreign_key_violation using message = 'A delivery has this content.';
  end if;
  return null;
end $$;

create trigger deliveries_keep_contents after delete on contents
  referencing old table as removed for each statement execute function keep_contents_of_deliveries();

-- A delivery may be given to another group; one by one is enough for that.
create function hold_parents_of_delivery() returns trigger language plpgsql
set enable_seqscan to off as $$
begin
  perform from occurrences o where o.id = new.occurrence_id and o.user_id = new.user_id for key share;
  if not found then
    raise foreign_key_violation using message = 'A delivery needs an occurrence of its user.';
  end if;
  perform from groups g where g.id = new.group_id and g.user_id = new.user_id for key share;
  if not found then
    raise foreign_key_violation using message = 'A delivery needs a group of its user.';
  end if;
  perform from contents c where c.id = new.content_id and c.user_id = new.user_id for key share;
  if not found then
    raise foreign_key_violation using message = 'A delivery needs a content of its user.';
  end if;
  return null;
end $$;

create trigger deliveries_have_other_parents
  after update of occurrence_id, user_id, group_id, content_id on deliveries for each row
  when ((old.occurrence_id, old.user_id, old.group_id, old.content_id)
    is distinct from (new.occurrence_id, new.user_id, new.group_id, new.content_id))
  execute function hold_parents_of_delivery();

-- What they belong to changes neither its name nor its user, so nothing needs to follow.
create function refuse_another_key() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'The keys of what deliveries belong to do not change.';
end $$;

create trigger occurrences_keep_their_keys before update of id, user_id on occurrences for each row
  when ((old.id, old.user_id) is distinct from (new.id, new.user_id))
  execute function refuse_another_key();
create trigger groups_keep_their_keys before update of id, user_id on groups for each row
  when ((old.id, old.user_id) is distinct from (new.id, new.user_id))
  execute function refuse_another_key();
create trigger contents_keep_their_keys before update of id, user_id on contents for each row
  when ((old.id, old.user_id) is distinct from (new.id, new.user_id))
  execute function refuse_another_key();
