-- The second thing that a sign-in may ask for, beside the password.

create table authenticators (
  user_id       uuid         primary key references users (id),
  -- What the owner's app and the bank share, sealed with a key kept outside the database: nonce, secret, tag.
  secret        bytea        not null check (octet_length(secret) = 48),
  begun_at      timestamptz  not null,
  -- When the first right code was shown. Until then signing in does not ask for one.
  turned_on_at  timestamptz,
  -- The half minute, counted from 1970, of the last code that was taken. No code is taken twice, nor an earlier one.
  last_step     bigint       not null default 0
);
comment on table authenticators is 'The app of each customer that shows a code every 30 seconds.';

create table recovery_codes (
  user_id  uuid         not null references users (id),
  -- HMAC-SHA-256 with a key kept outside the database: nobody can read a code.
  hash     bytea        not null check (octet_length(hash) = 32),
  -- Null while it can still be used. Once is all.
  used_at  timestamptz,
  primary key (user_id, hash)
);
comment on table recovery_codes is 'What a customer signs in with when the authenticator is not at hand.';

create table sign_in_challenges (
  -- SHA-256 of what the browser was given: a copy of this table goes on with nobody's sign-in.
  token_hash     bytea        primary key check (octet_length(token_hash) = 32),
  user_id        uuid         not null references users (id),
  -- The password that was right, unreadable as ever. When it has been changed, the sign-in ends.
  password_hash  text         not null,
  -- Counted before a code is looked at.
  tries          integer      not null default 0 check (tries >= 0),
  ends_at        timestamptz  not null
);
comment on table sign_in_challenges is 'Sign-ins between the right password and the code. They open nothing by themselves.';
create index sign_in_challenges_by_end on sign_in_challenges (ends_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on authenticators, recovery_codes, sign_in_challenges to bank_app;
  end if;
end
$$;
