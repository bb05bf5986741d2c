-- Rooms: platform, identity, users.

-- One sealed value for each key that has sealed secrets: the server opens it at each start, so that a lost
-- or a wrong key is noticed before anything is sent or sealed anew.
create table secret_canaries (
  key_name text primary key,
  place text not null,                       -- what it was sealed for; it opens nowhere else
  sealed bytea not null
);

-- A person as the embedded identity service knows them.
create table auth_user (
  id text primary key,                       -- becomes users.id: the `sub` of every token
  name text not null,
  email text not null unique,                -- lower case
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth_session (
  id text primary key,                       -- the `sid` of the session's tokens
  user_id text not null references auth_user on delete cascade,
  token text not null unique,                -- the cookie holds it, signed
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  last_seen_at timestamptz,                  -- when a token was last fetched for it, to within a few minutes
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_session_by_user on auth_session (user_id);

-- One row per person: the password's hash. The other columns are the library's, for providers we do not offer.
create table auth_account (
  id text primary key,
  user_id text not null references auth_user on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,                             -- argon2id, PHC string
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index auth_account_by_user on auth_account (user_id);

-- Mailed codes, as keyed hashes with the number of wrong tries.
create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_verification_by_identifier on auth_verification (identifier);
create index auth_verification_by_expiry on auth_verification (expires_at);

-- Keys that sign tokens; the private half is sealed under AUTH_SECRETS.
create table auth_jwks (
  id text primary key,                       -- the `kid`
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null,
  expires_at timestamptz
);

-- When something that can be guessed or abused was tried, per address or network: the key is a keyed hash.
create table auth_tries (
  key text primary key,
  at timestamptz[] not null,
  last_at timestamptz not null,
  -- Some limits look back further than a day: each row says itself until when it matters.
  forget_at timestamptz not null default now() + interval '1 day'
);
create index auth_tries_by_end on auth_tries (forget_at);

-- The person with an account. The identity service owns e-mail and password; this is our profile of it.
create table users (
  id text primary key,                       -- the identity's `sub`
  email text,
  display_name text,
  photo_url text,
  tier text not null default 'free' check (tier in ('free', 'pro')),
  time_zone text not null default 'UTC',
  preferences jsonb not null default '{}',   -- what is not in it is as it is for everybody
  -- What their contents take, all versions together, so that one user cannot fill the disk; the table of
  -- contents keeps it.
  stored_bytes bigint not null default 0,
  tokens_valid_after timestamptz,            -- older tokens are refused, whoever issued them
  -- When POST /api/users came: the first authenticated request may have made the row before.
  stored_at timestamptz,
  -- Who deletes their account is gone at once; what was kept of them is erased afterwards, a slice at a time.
  leaving_at timestamptz,
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_leaving on users (leaving_at) where leaving_at is not null;

-- Who deleted their account: a token from before must not make it again.
create table departed_users (
  id text primary key,
  at timestamptz not null
);
create index departed_users_by_age on departed_users (at);

-- What a POST answered, so that the same Idempotency-Key answers the same.
create table idempotency_keys (
  user_id text not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  status int,                                -- null while the first call is still running
  body jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- Only so many answers are kept of each user: the oldest go first.
create index idempotency_keys_by_user on idempotency_keys (user_id, created_at);
