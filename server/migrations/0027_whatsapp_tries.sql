-- Room: channels (WhatsApp).

-- What became of each message that was tried, apart from the device that tried it: a device that is linked anew
-- must not send it once more.
create table whatsapp_tries (
  account_id text not null,
  -- The network's id of it, made from the delivery's.
  id text not null,
  -- A hash of what it says: under this id nothing else may be sent while it may have arrived.
  said text not null,
  -- doubtful: it may have arrived; unsent: it certainly has not; acked: the network confirmed it.
  state text not null check (state in ('doubtful', 'unsent', 'acked')),
  at timestamptz not null,
  primary key (account_id, id)
);
create index whatsapp_tries_by_age on whatsapp_tries (at);

alter table whatsapp_messages drop column acked_at;
