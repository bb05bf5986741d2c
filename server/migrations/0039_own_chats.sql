-- Room: connections. A code can also open the own chat of a person with a bot, where tests to themselves go; the chat
-- is a row of groups of the kind `own`, which is in no list and takes no place of the tier.
alter table pairing_codes add column own boolean not null default false;
