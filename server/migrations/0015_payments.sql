-- Room: payments.

-- The date on which a subscription will end, where the provider names one; it may lie after several renewals.
alter table subscriptions add column ends_at timestamptz;
