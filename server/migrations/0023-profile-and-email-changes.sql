-- Customers change their contact details, administrators correct the rest, and a new email waits until it is confirmed.

alter table users
  -- Goes up with every change of the user's details. A correction names the version it was made from.
  add column profile_version  integer     not null default 1 check (profile_version > 0),
  -- When the email was last replaced: for 72 hours after that no link to choose a password is sent. Null for the first one.
  add column email_changed_at timestamptz;

create table email_changes (
  id          uuid        primary key,
  user_id     uuid        not null references users (id),
  -- Trimmed and in lower case. Not reserved: another user may register with it before it is confirmed.
  new_email   text        not null check (new_email = lower(new_email)),
  asked_at    timestamptz not null,
  asked_by    uuid        not null references users (id),
  -- SHA-256 of the token in the link. The token itself follows from the id and a key kept outside the database.
  token_hash  bytea       not null unique check (octet_length(token_hash) = 32),
  expires_at  timestamptz not null check (expires_at > asked_at),
  -- When the new email took effect.
  used_at     timestamptz,
  -- When the change was replaced, cancelled, or ended because the user became an administrator.
  ended_at    timestamptz,
  check (num_nonnulls(used_at, ended_at) <= 1)
);
comment on table email_changes is 'New email addresses, each used once the link mailed to it is confirmed, within 24 hours.';
create unique index email_changes_waiting on email_changes (user_id) where used_at is null and ended_at is null;
create index email_changes_by_time on email_changes (asked_at);

alter table outgoing_mail
  -- Whose link is written into the mail as it is sent, like the link of a password reset.
  add column email_change_id uuid references email_changes (id);
-- Whether an email change that is to be deleted is still named by a mail.
create index outgoing_mail_of_an_email_change on outgoing_mail (email_change_id) where email_change_id is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, delete on email_changes to bank_app;
    grant update (used_at, ended_at) on email_changes to bank_app;
  end if;
end
$$;
