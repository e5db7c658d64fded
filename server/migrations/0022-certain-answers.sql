-- What tells a repeated request from a new one where the answer of a commit was lost.

-- The attempt that changed the count or the lock last: run again, it is not counted a second time.
alter table pins add column last_attempt uuid;

-- The cookie that a session had before its present one, and since when it has another. For a minute the earlier cookie
-- still opens the session as it was before the renewal: a request that was under way then, or a browser that never got
-- the answer with the new cookie, is not signed out. Null after a change of a secret, which ends the earlier cookie at once.
alter table sessions
  add column superseded_hash bytea check (octet_length(superseded_hash) = 32),
  add column superseded_at   timestamptz;
create unique index sessions_by_superseded_hash on sessions (superseded_hash) where superseded_hash is not null;
