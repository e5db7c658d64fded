-- The rules for single values in the tables that each batch writes become domains. PostgreSQL reads the checks of a table anew for each
-- statement, and those of a domain once for each connection (docs/decisions/0109-rules-of-values-are-domains.md).

set local lock_timeout = '5s';

-- Without their rules at first: so the columns change their types without being written again.
create domain currency            as text;
create domain ledger_account_kind as text;
create domain transaction_status  as text;
create domain positive_bigint     as bigint;
create domain nonnegative_bigint  as bigint;
create domain nonzero_bigint      as bigint;
create domain positive_integer    as integer;
create domain sha256_hash         as bytea;

alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_currency_check,
  drop constraint ledger_accounts_entry_seq_check,
  drop constraint something_is_held,
  drop constraint customers_have_a_floor,
  drop constraint pots_have_a_floor,
  alter column kind       type ledger_account_kind,
  alter column currency   type currency,
  alter column entry_seq  type nonnegative_bigint,
  alter column held_minor type positive_bigint,
  add constraint customers_and_pots_have_a_floor check (floor_minor is not null or kind not in ('customer', 'pot'));

-- No column of a trigger can change its type.
drop trigger transactions_keep_their_facts on transactions;
alter table transactions
  drop constraint transactions_currency_check,
  drop constraint transactions_amount_minor_check,
  drop constraint transactions_status_check,
  drop constraint transactions_first_status_check,
  alter column currency     type currency,
  alter column amount_minor type positive_bigint,
  alter column status       type transaction_status,
  alter column first_status type transaction_status;
create trigger transactions_keep_their_facts before update of id, kind, source_ledger_account_id,
  destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id, credit_account_id, currency,
  amount_minor, debit_detail, credit_detail, debit_description, credit_description, first_status, beneficiary_name,
  beneficiary_account_number, beneficiary_bank_name, beneficiary_bank_address, beneficiary_swift_code,
  beneficiary_routing_number, made_by, created_at on transactions
  for each statement execute function refuse_change();

alter table postings
  drop constraint postings_status_check,
  drop constraint postings_amount_minor_check,
  drop constraint postings_position_check,
  alter column status       type transaction_status,
  alter column amount_minor type positive_bigint,
  alter column position     type positive_integer;

alter table entries
  drop constraint entries_seq_check,
  drop constraint entries_amount_minor_check,
  alter column seq          type positive_bigint,
  alter column amount_minor type nonzero_bigint;

alter table batches
  drop constraint batches_batch_no_check,
  drop constraint batches_hash_check,
  alter column batch_no type positive_bigint,
  alter column hash     type sha256_hash;

alter domain currency            add check (value in ('USD', 'EUR', 'GBP'));
alter domain ledger_account_kind add check (value in ('customer', 'pot', 'in_transit', 'settlement', 'disputes'));
alter domain transaction_status  add check (value in ('pending', 'success', 'failed'));
alter domain positive_bigint     add check (value > 0);
alter domain nonnegative_bigint  add check (value >= 0);
alter domain nonzero_bigint      add check (value <> 0);
alter domain positive_integer    add check (value > 0);
alter domain sha256_hash         add check (octet_length(value) = 32);
