-- Sending what stands in the outbox, and the links of those who forgot their password.

create table password_resets (
  id          uuid        primary key,
  -- As it was asked for. Somebody may have it or nobody: whoever asks is not told.
  email       text        not null check (email = lower(email)),
  asked_at    timestamptz not null,
  -- The administrator who asked for it; null where somebody asked on the sign-in page.
  asked_by    uuid        references users (id),
  -- When the bank looked whose e-mail it is and wrote to them, if it is anybody's.
  handled_at  timestamptz,
  user_id     uuid        references users (id),
  -- SHA-256 of the token in the link. The token itself follows from the id and a key kept outside the database.
  token_hash  bytea       unique check (octet_length(token_hash) = 32),
  expires_at  timestamptz not null,
  -- A link opens once. Another change of the password ends it too.
  used_at     timestamptz
);
comment on table password_resets is 'Links by which somebody can choose a new password, once, within 15 minutes.';
create index password_resets_waiting on password_resets (asked_at) where handled_at is null;
create index password_resets_of_a_user on password_resets (user_id) where used_at is null;

create table password_reset_counts (
  -- SHA-256 of the e-mail, whether anybody has it or not.
  key    bytea       primary key,
  asked  integer     not null check (asked > 0),
  since  timestamptz not null
);
comment on table password_reset_counts is 'How often a link was asked for with an e-mail within an hour.';

alter table outgoing_mail
  add column attempts           integer     not null default 0 check (attempts >= 0),
  -- Not tried before then. Whoever sends a mail first moves this ahead, so that nobody else sends it meanwhile, and
  -- somebody does when the sender dies.
  add column next_try_at        timestamptz not null default '-infinity',
  -- Why the last try failed, without secrets.
  add column last_fault         text,
  -- When the bank stopped trying.
  add column given_up_at        timestamptz,
  -- Sent later it would only mislead; null where it is as good as any mail.
  add column worth_until        timestamptz,
  -- Whose link is written into the mail as it is sent, and not before: nobody who reads the outbox can use it.
  add column password_reset_id  uuid        references password_resets (id),
  -- What it tells of, where that is to be told once only.
  add column reason             text        unique;
drop index outgoing_mail_waiting;
create index outgoing_mail_due on outgoing_mail (next_try_at) where sent_at is null and given_up_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on password_resets to bank_app;
    grant select, insert, update, delete on password_reset_counts to bank_app;
  end if;
end
$$;
