-- Room: unsaved.

-- What was typed into a form and not saved, so that it can be gone on with on another device.
create table unsaved_forms (
  user_id text not null references users on delete cascade,
  place text not null,                       -- which form: new, new-cycle, or the id of what it edits
  rev bigint not null default 1,
  device text not null,                      -- the browser that wrote it last
  base text not null,                        -- what it was typed over, as the form calls it
  version integer not null,                  -- of the shape of its fields
  fields text not null,                      -- JSON; read and written whole, and by its form only
  saved_at timestamptz not null,
  primary key (user_id, place)
);
create index unsaved_forms_by_age on unsaved_forms (saved_at);
