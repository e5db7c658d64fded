-- A customer who forgot the PIN chooses a new one. For 24 hours after that the bank limits what they send (PIN_RECOVERY_LIMIT): in
-- the row of the guard, which the books read and count in anyway.
alter table guards
  add column recovery_until  timestamptz,
  -- What was sent since the last recovery, in minor units.
  add column recovery_sent   bigint       not null default 0 check (recovery_sent >= 0);

-- The mailed link is one of those that choose a new password: once, within 15 minutes, under the hash of its token.
alter table password_resets
  add column purpose  text  not null default 'password' check (purpose in ('password', 'pin'));
comment on table password_resets is 'Links by which a user can choose a new password or PIN, once, within 15 minutes.';
