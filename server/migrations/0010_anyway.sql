-- A person said that it goes out whatever the rules of its groups ask: quiet hours, daily limit, minimum gap. Of an
-- occurrence all of it, of a delivery that is tried again only that.
alter table occurrences add column ignores_rules boolean not null default false;
alter table deliveries add column ignores_rules boolean not null default false;
-- Whether such a rule has kept back any of it: only then it is worth while to look for what waits.
alter table occurrences add column kept_back boolean not null default false;
