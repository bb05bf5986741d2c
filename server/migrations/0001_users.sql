-- The person with an account. The identity service owns e-mail and password; this is our profile of it.
create table users (
  id text primary key,                       -- the identity's `sub`
  email text,
  display_name text,
  photo_url text,
  tier text not null default 'free' check (tier in ('free', 'pro')),
  time_zone text not null default 'UTC',
  tokens_valid_after timestamptz,            -- older tokens are refused, whoever issued them
  rev bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

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
