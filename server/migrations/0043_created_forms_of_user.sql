-- Room: unsaved. Of each user only so many forms are known, and the oldest are forgotten.
create index created_forms_of_user on created_forms (user_id, created_at);
