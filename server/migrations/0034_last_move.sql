-- Room: cycles. What a person last did to the place of a cycle, so that it can be undone exactly: a jump back to
-- the step that was next is not that, since each group may be elsewhere, and a round may have ended.
alter table cycles add column last_move jsonb;
