-- Rooms: deliveries, occurrences.

-- What is done with a message after it was sent: it is pinned, unpinned, edited or deleted. One row for each kind; asked
-- again, it begins anew. The process that owns the account does them one after the other.
create table follow_ups (
  delivery_id uuid not null references deliveries on delete cascade,
  kind text not null check (kind in ('pin', 'unpin', 'edit', 'delete')),
  -- Who asked: its own content, the next copy of its source, or a person.
  cause text not null check (cause in ('content', 'next', 'person')),
  account_id uuid not null,
  user_id text not null,
  occurrence_id uuid not null,
  source_id uuid not null,
  chat_id text,                              -- where it was sent; null: the network did not say
  content_id uuid,                           -- of an edit: what it is to say
  change_id uuid,                            -- of what a person asked: the row of sent_changes
  notify boolean not null default false,     -- of a pin: members are told
  due_at timestamptz not null,
  not_before timestamptz not null,           -- when it may be tried next
  tries int not null default 0,              -- tries that count; those that the network put off do not
  doubtful boolean not null default false,   -- a try has begun and its answer is not known
  done_at timestamptz,
  code text,                                 -- why it could not be done: gone, window, refused …
  reason text,                               -- the same in words; neither this nor done_at: still to be done
  told boolean,                              -- its person heard that it could not be done, or need not; null: not yet
  created_at timestamptz not null,
  primary key (delivery_id, kind)
);
-- Users of one account take turns.
create index follow_ups_to_do on follow_ups (account_id, user_id, not_before, delivery_id)
  where done_at is null and reason is null;
create index follow_ups_of_occurrence on follow_ups (occurrence_id);
create index follow_ups_failed on follow_ups (occurrence_id) where reason is not null and told is null;
create index follow_ups_pinned on follow_ups (source_id, chat_id) where kind = 'pin' and done_at is not null;

insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, chat_id, due_at,
  not_before, tries, done_at, code, reason, created_at)
select r.delivery_id, 'delete', 'next', d.account_id, d.user_id, d.occurrence_id, o.source_id, d.receipt ->> 'chatId',
       r.created_at, coalesce(r.not_before, r.created_at), r.tries, r.removed_at,
       case when r.reason is not null then 'refused' end, r.reason, r.created_at
  from delivery_removals r join deliveries d on d.id = r.delivery_id join occurrences o on o.id = d.occurrence_id;
-- The former table stays for as long as an older program may run beside this one.

-- Whether something is to be done once it was sent, known without reading all that a content says.
alter table contents add column follow_ups boolean not null generated always as (
  coalesce(body -> 'options' ->> 'pin', 'off') <> 'off' or body -> 'options' -> 'deleteAfterMinutes' is not null) stored;

-- The same for what it replaces once it was sent.
alter table contents add column replaces boolean not null generated always as (
  coalesce(body -> 'options' -> 'replacePrevious' = 'true'::jsonb, false)) stored;

-- What a person decided about all that an occurrence had sent, and how far it has come.
create table sent_changes (
  id uuid primary key,
  occurrence_id uuid not null references occurrences on delete cascade,
  kind text not null check (kind in ('edit', 'delete')),
  at timestamptz not null,
  total int not null,
  done int not null default 0,
  failed int not null default 0
);
create index sent_changes_of_occurrence on sent_changes (occurrence_id, at);
create index sent_changes_open on sent_changes (id) where done + failed < total;
