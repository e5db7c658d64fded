-- What an account has in transit stands beside its balance on every page: it is added up from the few transfers that are
-- pending, however many have arrived.
create index transactions_pending on transactions (debit_account_id) include (amount_minor) where status = 'pending';
