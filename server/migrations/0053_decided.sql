-- What a source decided for an occurrence when it was made, so that a fan-out that goes on says the same,
-- and how many parts each of its groups gets at most.
alter table occurrences
  add column decided jsonb,
  add column parts int not null default 1;
