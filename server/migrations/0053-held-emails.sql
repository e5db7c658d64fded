-- With every registration and every change of an email, the bank asks whether another user may still take that email back.
create index email_changes_held on email_changes (new_email)
 where used_at is null and ended_at is null and purpose = 'restoration';
