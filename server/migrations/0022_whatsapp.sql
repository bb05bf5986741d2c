-- Room: channels (WhatsApp).

-- What a linked device must remember. All of it is sealed with a key that is part of the account's
-- credentials: once those are gone nobody can read what may be left here.
create table whatsapp_sessions (
  id uuid primary key,
  -- The owner of the account that opened it last; an earlier one writes nothing any more.
  epoch bigint not null default 0,
  -- Sealed: who the device is, and its own keys.
  creds bytea not null,
  updated_at timestamptz not null
);

-- Keys and sessions with other devices. `name` is a hash under the session's key: it has no numbers of people.
create table whatsapp_keys (
  session_id uuid not null references whatsapp_sessions on delete cascade,
  name bytea not null,
  value bytea not null,
  primary key (session_id, name)
);

-- What was sent, kept while phones that cannot open it may ask for it again.
create table whatsapp_messages (
  session_id uuid not null references whatsapp_sessions on delete cascade,
  -- The network's id of it, made from the delivery's.
  id text not null,
  chat text not null,
  -- Sealed: the message as it was sent; written down before it is sent.
  message bytea not null,
  at timestamptz not null,
  -- When the network confirmed it: it is not sent again after that.
  acked_at timestamptz,
  deleted_at timestamptz,
  primary key (session_id, id)
);
create index whatsapp_messages_by_age on whatsapp_messages (at);
