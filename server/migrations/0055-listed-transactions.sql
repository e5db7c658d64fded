-- The list of all transactions, which staff filter and search. A job copies it from the books (server/src/transaction-list/), at most
-- a second behind: a transfer's own commit writes nothing here.

-- The words of a text in lower case and without accents, for a search by the beginnings of words in any order. They are split at
-- spaces and ASCII punctuation, whatever the letters of a language are.
create function words_of(whole text) returns tsvector language sql immutable strict parallel safe cost 1000 as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(folded(whole), '[\s!-/:-@\[-`{-~]+'), ''))
$$;
comment on function words_of is 'The words of a text in lower case and without accents.';

create table listed_transactions (
  id             uuid         primary key,
  kind           text         not null,
  -- As of the last round of the job. The row of the books has the present one.
  status         text         not null check (status in ('pending', 'success', 'failed')),
  currency       text         not null,
  amount_minor   bigint       not null,
  -- The reference in lower case.
  reference      text         collate "C",
  -- The words of the payee's name and account number, or of what the kind has in their place.
  words          tsvector     not null,
  created_at     timestamptz  not null
);
comment on table listed_transactions is 'What staff find transactions by. Everything in it is copied from the books.';

create index listed_transactions_by_status on listed_transactions (status, created_at, id);
create index listed_transactions_by_time on listed_transactions (created_at, id);
create index listed_transactions_by_kind on listed_transactions (kind, created_at, id);
create index listed_transactions_by_amount on listed_transactions (amount_minor, created_at);
create index listed_transactions_by_reference on listed_transactions (reference) where reference is not null;
create index listed_transactions_by_words on listed_transactions using gin (words);

create table listing_progress (
  only_row      boolean      primary key default true check (only_row),
  -- Everything that was booked before this moment is in the list.
  read_at       timestamptz  not null,
  -- The transactions from before the list began are copied in the order of their ids: up to this one. Null once all of them are.
  filled_after  uuid         default '00000000-0000-0000-0000-000000000000'
);
comment on table listing_progress is
  'How far the list of all transactions has been copied. Without its row the job begins again, and loses nothing.';

create table listed_batches (
  writer_id  uuid    primary key,
  -- The writer's last batch that is in the list.
  batch_no   bigint  not null
);
comment on table listed_batches is 'The last batch of each writer whose transactions are in the list.';

-- By it the job finds the postings of the last batches. The last pages are not summarized, and are always read: so an inserted posting
-- writes nothing into the index. Autovacuum summarizes pages that are full.
create index postings_by_booking_time on postings using brin (booked_at) with (pages_per_range = 32, autosummarize = on);

-- The build has summarized the last pages, too.
select brin_desummarize_range(c.oid, greatest(0, pg_relation_size('postings') / current_setting('block_size')::bigint - 1))
  from pg_class c join pg_am m on m.oid = c.relam and m.amname = 'brin'
 where c.oid = 'postings_by_booking_time'::regclass;

-- The last digits of a telephone number in reverse: they are the same in every notation.
create function phone_end(phone text) returns text language sql immutable strict parallel safe as $$
  select left(reverse(regexp_replace(phone, '[^0-9]', '', 'g')), 8)
$$;
comment on function phone_end is 'The last digits of a telephone number, in reverse.';
create index users_by_phone_end on users (phone_end(phone) collate "C");

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on listed_transactions, listing_progress, listed_batches to bank_app;
  end if;
end
$$;
