-- Room: unsaved. What was typed into a new form before forms had ids gets one, so that it is created once as well.
update unsaved_forms set form_id = gen_random_uuid()::text
where form_id = '' and place in ('new', 'new-cycle');
