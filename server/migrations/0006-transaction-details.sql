-- The later statuses of one transaction. Its first posting has the transaction's own id and is left out, so that
-- sending money writes nothing here.
create index postings_of_status_changes on postings (transaction_id) where id <> transaction_id;

create table transaction_notes (
  transaction_id  uuid         not null references transactions,
  -- Whose note it is: the two sides of a transaction each have their own, and never see the other's.
  account_id      bigint       not null references accounts,
  note            text         not null check (char_length(note) between 1 and 500),
  written_at      timestamptz  not null,
  primary key (transaction_id, account_id)
);
comment on table transaction_notes is 'What a customer has written down about a transaction, for themselves alone.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on transaction_notes to bank_app;
  end if;
end
$$;
