-- Room: payments. What the provider says is the truth; these rows are what it said last.

-- Numbers what is asked of a provider and what is stored of it, so that an answer is not stored over a newer one.
create sequence payment_answers;

-- Who a user is to a provider. It outlives the user for a while: money that comes in late must find nobody to charge.
create table customers (
  provider text not null,
  customer_id text not null,                 -- the provider's name for them
  user_id text references users on delete set null,
  asked bigint not null default 0,           -- the number of the newest question whose answer is stored
  stored bigint not null default 0,          -- the number under which it was stored
  look_at timestamptz,                       -- when to ask again, though nothing says that anything changed
  closed_at timestamptz,                     -- when it was ended at the provider, after its user had left
  created_at timestamptz not null,
  primary key (provider, customer_id),
  unique (user_id, provider)
);
create index customers_to_look_at on customers (look_at) where look_at is not null;
create index customers_closed on customers (closed_at) where closed_at is not null;

-- The paid agreements of a user, ended ones included.
create table subscriptions (
  provider text not null,
  id text not null,                          -- the provider's
  user_id text not null references users on delete cascade,
  status text not null,
  tier text,                                 -- what it pays for; null for what is none of our plans
  cents bigint not null,
  currency text not null,
  billed_every text not null,                -- day, week, month or year
  current_period_end timestamptz,
  cancel_at_period_end boolean not null,
  ended_at timestamptz,
  past_due_since timestamptz,
  started_at timestamptz not null,
  changed_at timestamptz,                    -- when the provider changed it, where it tells
  end_told timestamptz,                      -- the end of which the user was told that it is near
  primary key (provider, id)
);
create index subscriptions_by_user on subscriptions (user_id);

-- Pages on which a user can pay. Only one of a user is open.
create table checkouts (
  id uuid primary key,
  user_id text not null references users on delete cascade,
  provider text not null,
  checkout_id text,                          -- the provider's; null until it has answered
  url text,
  tier text not null,
  status text not null check (status in ('making', 'open', 'paid', 'failed', 'expired')),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (provider, checkout_id)
);
create unique index checkouts_open on checkouts (user_id) where status in ('making', 'open');
create index checkouts_by_user on checkouts (user_id, created_at);
create index checkouts_by_age on checkouts (created_at);

-- What providers told us, each once however often they repeat it.
create table payment_events (
  provider text not null,
  event_id text not null,
  type text not null,
  customer_id text,                          -- null for what is about nobody here
  at timestamptz not null,
  received_at timestamptz not null,
  number bigint not null,                    -- what was asked under a later number knows of it
  done_at timestamptz,
  primary key (provider, event_id)
);
create index payment_events_by_age on payment_events (received_at);

-- What a user wants to keep when the tier goes down.
create table staying_choices (
  user_id text primary key references users on delete cascade,
  group_ids uuid[] not null,
  cycle_ids uuid[] not null,
  chosen_at timestamptz not null
);
