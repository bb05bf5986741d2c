-- The embedded identity service: people as it knows them, their sessions and keys.
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
  last_at timestamptz not null
);
create index auth_tries_by_age on auth_tries (last_at);

-- Whether POST /api/users has come: the first authenticated request may have made the row before.
alter table users add column stored_at timestamptz;

-- Who deleted their account: a token from before must not make it again.
create table departed_users (
  id text primary key,
  at timestamptz not null
);
create index departed_users_by_age on departed_users (at);
