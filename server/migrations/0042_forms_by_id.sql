-- Room: unsaved. A form that creates something has an id: from one form only one thing is created, on whatever device
-- and however often it is saved, and two forms of the same kind do not write over each other.
alter table unsaved_forms add column form_id text not null default '';
alter table unsaved_forms drop constraint unsaved_forms_pkey;
alter table unsaved_forms add primary key (user_id, place, form_id);

create table created_forms (
  user_id text not null references users on delete cascade,
  form_id text not null,
  created_id text not null,                  -- the message or cycle that was created from it
  attempt text not null,                     -- what saved it, as the device calls it
  created_at timestamptz not null,
  primary key (user_id, form_id)
);
create index created_forms_by_age on created_forms (created_at);
