-- Few of an account's transactions are pending or have failed, however many have arrived. What is in transit stands beside
-- the balance on every page and is added up from this index; a history filtered by status is read from it, newest first.
create index transactions_unsettled_debits on transactions (debit_account_id, status, created_at, id)
  include (amount_minor) where status <> 'success' and debit_account_id is not null;
create index transactions_unsettled_credits on transactions (credit_account_id, status, created_at, id)
  include (amount_minor) where status <> 'success' and credit_account_id is not null;
