-- By these the daily check of the books finds what it compares (docs/decisions/0068-the-books-are-checked-nightly.md). The last pages
-- are not summarized, and are always read: so an inserted row writes nothing into the indexes. Autovacuum summarizes pages that are full.

set local lock_timeout = '5s';

create index entries_by_booking_time on entries using brin (booked_at) with (pages_per_range = 32, autosummarize = on);
create index postings_by_batch on postings using brin (writer_id uuid_minmax_multi_ops, batch_no int8_minmax_multi_ops)
  with (pages_per_range = 32, autosummarize = on);

-- The build has summarized the last pages, too.
select brin_desummarize_range(c.oid, greatest(0, pg_relation_size(i.indrelid) / current_setting('block_size')::bigint - 1))
  from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am m on m.oid = c.relam and m.amname = 'brin'
 where c.oid in ('entries_by_booking_time'::regclass, 'postings_by_batch'::regclass);
