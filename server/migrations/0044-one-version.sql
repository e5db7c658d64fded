-- No process of an older version runs beside a newer one, so what served only such a process goes: the earlier name of a table
-- and of its key, and an index.
drop view idle_changes;
alter table no_op_changes rename constraint idle_changes_pkey to no_op_changes_pkey;
drop index audit_events_of_booked_acts;
