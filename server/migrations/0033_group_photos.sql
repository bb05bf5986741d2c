-- Rooms: groups, media.

-- The photo of a group, as its network shows it: kept like a file of its user, small and drawn anew.
alter table media drop constraint media_purpose_check;
alter table media add constraint media_purpose_check check (purpose in ('library', 'photo', 'group'));

alter table groups
  add column photo_id uuid references media on delete set null,
  add column photo_mark text,                -- what its network calls the photo that was looked at last
  add column photo_asked_at timestamptz;     -- when its network was last asked for it
create index groups_by_photo on groups (photo_id) where photo_id is not null;
