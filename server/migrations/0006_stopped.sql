-- Why a person stopped it: what was on the wire then, and was not accepted, is not tried again.
alter table occurrences add column stopped text;
