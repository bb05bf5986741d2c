-- Rooms: accounts, connections.

-- One running process. It lives while it holds the advisory lock (7261, id) and renews its lease.
create table processes (
  id bigint generated always as identity primary key,
  roles text[] not null,
  -- The accounts of the operator whose tokens it has, as `channel:id at the network`; never a token. Such an
  -- account is retired only when no living process has had its token for a while.
  shared_accounts text[] not null default '{}',
  lease_until timestamptz not null,
  started_at timestamptz not null
);

-- One identity on a network. The operator's bot is one account for all its users.
create table accounts (
  id uuid primary key,
  channel text not null check (channel in ('telegram-bot', 'telegram-user', 'whatsapp')),
  external_id text not null,                 -- the network's id of the bot or person
  identity text not null,                    -- as its users see it, e.g. @carillon_bot
  username text not null,                    -- the same for links, without the @
  name text not null,                        -- what it calls itself
  -- What it can do more or less than others of its channel; only the channel reads it.
  traits jsonb not null default '{}',
  shared boolean not null default false,
  credentials bytea,                         -- sealed; null once nobody is connected to it any more
  -- Every new token of a bot has the next number, and each connection keeps the number of the token that its
  -- user showed last. A connection with an older number may do nothing until its user shows the current token.
  -- No token and no hash of one is stored for this, so new keys of the server change nothing.
  token_version int not null default 0,
  token_changed_at timestamptz,
  status text not null check (status in ('connected', 'reconnecting', 'needs_pairing', 'restricted', 'banned')),
  reason text,
  since timestamptz not null,
  owner bigint,                              -- processes.id; writes carry the epoch and are refused when stale
  epoch bigint not null default 0,
  update_offset bigint,                      -- where the network's updates go on
  hook_hash bytea,                           -- of the secret that the network shows when it calls our webhook
  paused_until timestamptz,                  -- a flood wait that the whole account must sit out
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (channel, external_id)
);
create index accounts_by_owner on accounts (owner);

-- A user's claim on an account. A removed one stays for the history of its groups.
create table connections (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  account_id uuid not null references accounts,
  token_version int not null default 0,      -- accounts.token_version of the token that the user showed last
  pairing_code bytea,                        -- sealed: the code of the link that is on the user's screen
  pairing_expires_at timestamptz,
  note text,                                 -- what went wrong with the last code, in words
  seq bigint not null default 0,             -- orders the live events of a pairing
  rev bigint not null default 1,
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index connections_once on connections (user_id, account_id) where removed_at is null;
create index connections_by_account on connections (account_id) where removed_at is null;

-- A code that proves a chat to belong to a user: posted there by an admin, good once.
create table pairing_codes (
  hash bytea primary key,
  connection_id uuid not null references connections on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index pairing_codes_by_connection on pairing_codes (connection_id);

-- What an account knows of the chats it is in.
create table chats (
  account_id uuid not null references accounts on delete cascade,
  external_id text not null,
  title text not null,
  -- Whether all members may write or only those who run it: what else a network calls its chats is its own.
  kind text not null check (kind in ('group', 'channel')),
  member_count int,
  topics jsonb not null default '[]',
  can_post boolean not null,
  lost text,                                 -- why it cannot be reached any more: kicked, left, deleted, not_found
  reason text,                               -- in words
  updated_at timestamptz not null,
  primary key (account_id, external_id)
);

-- Which user may see which chat: an admin's code, or the account being the user's own.
create table chat_proofs (
  connection_id uuid not null references connections on delete cascade,
  account_id uuid not null,
  external_id text not null,
  proved_by text not null,
  proved_at timestamptz not null,
  primary key (connection_id, external_id),
  foreign key (account_id, external_id) references chats on update cascade on delete cascade
);
