-- Rooms: occurrences, deliveries.

-- Of a change of what was sent: what it asks of each delivery, so that it can be asked again after a crash, and what an
-- edited run said before, which is kept with it.
alter table sent_changes
  add column content_id uuid,       -- of an edit: what it was about
  add column says uuid,             -- of an edit: what it says instead
  add column channels text[],       -- through which channels; null: through all
  add column asked_at timestamptz;  -- when all of its deliveries had been asked; null: not yet
-- Deletions whose asking has come to no end are asked again.
update sent_changes set asked_at = at where kind = 'edit' or done + failed >= total;
create index sent_changes_unasked on sent_changes (at) where asked_at is null;
create index sent_changes_content on sent_changes (content_id) where content_id is not null;
create index sent_changes_says on sent_changes (says) where says is not null;

-- What an edit that is still to be done says is kept until then.
create index follow_ups_says on follow_ups (content_id) where content_id is not null;
-- When the next one of an account is due, without reading all that wait.
create index follow_ups_due on follow_ups (account_id, not_before) where done_at is null and reason is null;
-- How many copies of an occurrence are deleted, and since when.
create index follow_ups_deleted on follow_ups (occurrence_id, done_at) where kind = 'delete' and done_at is not null;
