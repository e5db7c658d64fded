-- What would otherwise be found by reading a whole table.

-- Attempts that are too old to count are forgotten with each right password.
create index sign_in_attempts_by_time on sign_in_attempts (last_at);

-- Whether an administrator's funding or status change is on record already, under its own id.
create index audit_events_of_booked_acts on audit_events (target, action, (details ->> 'id')) where (details ->> 'id') is not null;

-- Sessions that nobody has used for long are cleared away.
create index sessions_by_last_sign_of_life on sessions (last_seen_at);
