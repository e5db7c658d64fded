-- A user who registers confirms the email: nothing else shows that it is theirs.

alter table users
  -- When the user confirmed the email, or staff did; null until then. The users of earlier versions count as confirmed. A default that
  -- is dropped again sets it without rewriting the table.
  add column email_confirmed_at timestamptz default now(),
  -- True while the email is one that its owner took back after a change. Links to choose a password are sent to it at once.
  add column email_is_restored  boolean     not null default false;
alter table users alter column email_confirmed_at drop default;
