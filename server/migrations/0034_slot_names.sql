-- What a slot with words of its own is called on the wall: when a country changes its clocks, it is
-- found again by that.
alter table slot_contents add column local text;
