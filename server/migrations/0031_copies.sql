-- The user and the account of a delivery are copies of what its occurrence and its group say, taken when it
-- is inserted (docs/decisions/017). Those two cannot go without it, nor their user and account without them.
alter table deliveries
  drop constraint deliveries_user_id_fkey,
  drop constraint deliveries_account_id_fkey;
