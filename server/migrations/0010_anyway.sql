-- A person said that it goes out whatever the rules of its groups ask: quiet hours, daily limit, minimum gap.
alter table occurrences add column ignores_rules boolean not null default false;
