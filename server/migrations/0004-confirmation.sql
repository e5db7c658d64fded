-- What "Confirm it's you" and the list of one's own sessions rest on.

alter table sessions
  -- By this an owner names a session to end it. It outlives the cookie, which changes, and opens nothing.
  add column id            uuid        not null default gen_random_uuid() unique,
  -- When the password was last shown in this session after its sign-in; null when it was not.
  add column confirmed_at  timestamptz;
