-- More links and codes about emails, each a row of email_changes: a user confirms the email of the registration, changes their own,
-- and takes an earlier one back.

alter table email_changes
  -- 'correction': a new email that an administrator entered, confirmed by a link. 'own_change': one that the user entered, confirmed by
  -- a code. 'confirmation': the user's present email, confirmed by a link. 'restoration': an earlier email, to which a link takes the
  -- user back.
  add column purpose     text     not null default 'correction'
    check (purpose in ('correction', 'own_change', 'confirmation', 'restoration')),
  -- How many wrong codes were entered. After five the change is ended.
  add column wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5);
alter table email_changes alter column purpose drop default;
comment on column email_changes.new_email is
  'Trimmed and in lower case. The email that the link or the code is about. Not reserved: another user may register with it.';
comment on column email_changes.used_at is 'When the link or the code was used.';
comment on column email_changes.ended_at is
  'When it was replaced or cancelled, had too many wrong codes, or ended because the user became an administrator.';
comment on table email_changes is
  'Links and codes that are mailed to confirm an email, to replace it and to take an earlier one back. Each is used once.';

-- A user has one new email at most, and any number of links of the other two purposes.
drop index email_changes_waiting;
create unique index email_changes_waiting on email_changes (user_id)
 where used_at is null and ended_at is null and purpose in ('correction', 'own_change');

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant update (wrong_codes) on email_changes to bank_app;
  end if;
end
$$;
