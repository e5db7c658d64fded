-- Registration in two steps: e-mail and password first, then the profile and the currency, without which there is no account.

create table pending_registrations (
  -- Made by the client. The customer gets it as user id.
  id             uuid        primary key,
  -- Trimmed and in lower case. Not reserved: when a user gets it first, the row counts no longer.
  email          text        not null unique check (email = lower(email)),
  -- As given with the e-mail, often empty. The customer's name is the one of the second step.
  name           text        not null,
  -- Of the form that users have, which names its SECRET_KEY.
  password_hash  text        not null,
  -- SHA-256 of the cookie of the one session that may complete the registration. Null while the person is not signed in.
  token_hash     bytea       unique check (octet_length(token_hash) = 32),
  created_at     timestamptz not null
);
comment on table pending_registrations is
  'People who have given e-mail and password and no profile yet: not customers. A row counts for 60 minutes, then it is deleted.';
create index pending_registrations_by_time on pending_registrations (created_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, delete on pending_registrations to bank_app;
    grant update (password_hash, token_hash) on pending_registrations to bank_app;
  end if;
end
$$;
