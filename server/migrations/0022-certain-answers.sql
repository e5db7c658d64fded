-- What tells a repeated request from a new one where the answer of a commit was lost.

-- The attempt that changed the count or the lock last: run again, it is not counted a second time.
alter table pins add column last_attempt uuid;
