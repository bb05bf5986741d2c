-- Room: occurrences. A person had one of its deliveries tried again after it had ended: later slots do not wait for it.
alter table occurrences add column reopened boolean not null default false;
