-- Administrators read the security events by kind, newest first, and which kinds there are.

create index security_events_of_a_kind on security_events (kind, id);
