-- Room: notifications.

-- An item behind the bell. The same reason within ten minutes stays one item, with a count.
create table notifications (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  kind text not null,
  reason text,                               -- what joins it when it happens again; null once read or older
  title text not null,
  message text not null,
  link text,                                 -- a path of the web app
  count int not null default 1,
  read_at timestamptz,
  opened_at timestamptz not null,            -- when it happened first
  created_at timestamptz not null,           -- when it happened last
  rev bigint not null default 1,
  unique (user_id, reason)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_by_age on notifications (created_at);
