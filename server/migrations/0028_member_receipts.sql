-- Room: channels (WhatsApp).

-- The delivery that a message is counted for: its text, or the first file of an album; null for what is not counted.
alter table whatsapp_tries add column delivery_id uuid;

-- Members who have a message, and who have read it, as hashes that differ from message to message: so that nobody
-- is counted twice while receipts may come. It goes with the try after 14 days.
create table whatsapp_receipts (
  account_id text not null,
  id text not null,
  delivered int[] not null,
  read int[] not null,
  primary key (account_id, id),
  foreign key (account_id, id) references whatsapp_tries on delete cascade
);

-- Room: deliveries.

-- How many members have a message and have read it, where their phones tell; never who.
create table delivery_receipts (
  delivery_id uuid primary key references deliveries on delete cascade,
  delivered int not null,
  read int not null,
  -- How many could, when the first of them told.
  members int
);
