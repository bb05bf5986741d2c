-- What a slot of a series says belongs to whatever has the series: a message, or another source.
alter table slot_contents drop constraint slot_contents_message_id_fkey;
alter table slot_contents rename column message_id to source_id;
alter table slot_contents add column source text not null default 'message' check (source in ('message', 'cycle'));
alter table slot_contents alter column source drop default;
alter table slot_contents drop constraint slot_contents_pkey;
alter table slot_contents add primary key (source, source_id, slot_at, following);

create function forget_slot_contents() returns trigger language plpgsql as $$
begin
  delete from slot_contents where source = tg_argv[0] and source_id in (select id from gone);
  return null;
end $$;
create trigger forget_slot_contents after delete on messages
  referencing old table as gone for each statement execute function forget_slot_contents('message');
