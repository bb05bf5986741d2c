-- Messages that the network refused in a group one after the other, in the same words, for a reason that
-- nobody knows: { words, messages, at }. When these are enough of them, the group was muted for it.
alter table groups add column refusals jsonb;
