-- What an earlier owner left on the wire in the last minute counts against the pace of the next.
create index deliveries_opened on deliveries using brin (opened_at);
