-- What proves who somebody is before the most sensitive changes, and what a second factor is kept as.

alter table sessions
  -- When the password, and where two-factor is on a code too, was shown for a change that always asks for them. Used up
  -- by that change; null when there is nothing to use.
  add column proven_at timestamptz;

alter table users
  -- Counts the changes of the password and of two-factor. A device cookie carries the number it was made under: with
  -- another number here the bank does not know the device any more.
  add column device_generation integer not null default 0;

alter table recovery_codes
  -- The salt of Argon2id, one for each set of ten codes; the hash is then keyed. Null for codes made before this
  -- column existed: their hash is an HMAC-SHA-256 of the code alone.
  add column salt bytea check (octet_length(salt) = 16);
