-- Rooms: accounts, channels (WhatsApp).

-- Since when an account has been linked, without a longer break: how much it may send a day grows with it.
alter table accounts add column linked_at timestamptz;
update accounts set linked_at = created_at where credentials is not null;

-- Until when the network lets it send nothing, where it said so; and its last outage, once that is over.
alter table accounts add column restricted_until timestamptz;
alter table accounts add column away_from timestamptz;
alter table accounts add column away_until timestamptz;

-- How many messages an account has tried since its day began.
create index whatsapp_tries_of_account on whatsapp_tries (account_id, at);
