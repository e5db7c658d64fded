-- Hearing of changes soon after they happen, and finding one's way in the audit log.

-- The batches that gave a transaction a later status. Its first posting has the transaction's own id and is left out, so
-- that sending money writes nothing here.
create index postings_of_status_changes_by_batch on postings (writer_id, batch_no) where id <> transaction_id;

-- Whoever follows the writers asks for those that may still be at work.
create index writers_youngest_first on writers (started_at, id);

-- The audit log is read newest first: all of it, of somebody, about somebody, of a kind.
create index audit_events_by_time on audit_events (happened_at, seq);
create index audit_events_of_an_actor on audit_events (actor_id, happened_at, seq);
create index audit_events_about_a_target on audit_events (target, happened_at, seq);
create index audit_events_of_a_kind on audit_events (action, happened_at, seq);
