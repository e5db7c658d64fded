-- The words of payees stand once, in a table of their own: it is much smaller than the list of all transactions, so that a search knows
-- soon how many payees a text has, and finds their transactions in the order of time. The job copies the list again
-- (server/src/transaction-list/).

create table listed_payees (
  -- From the hash of the words, so that the job knows it without a look-up.
  id     uuid      primary key,
  -- The words of the payee's name and account number, or of what the kind has in their place.
  words  tsvector  not null
);
comment on table listed_payees is 'The words by which staff find transactions, once for each payee. Everything in it is copied from the books.';
create index listed_payees_by_words on listed_payees using gin (words);

truncate listed_transactions;
delete from listing_progress;
delete from listed_batches;
alter table listed_transactions drop column words;
-- Null for a transaction without such words.
alter table listed_transactions add column payee_id uuid;
create index listed_transactions_by_payee on listed_transactions (payee_id, created_at, id) where payee_id is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on listed_payees to bank_app;
  end if;
end
$$;
