-- The bank's books. Nothing here is ever updated or deleted but balances and a transaction's status: a mistake is
-- corrected by a new posting. Foreign keys are left out between postings, entries and ledger accounts, which are
-- written thousands of times a second: the rows are locked while they are written, and check-books proves them again.

create table ledger_accounts (
  id              bigint      generated always as identity primary key,
  -- 'customer': the bank's debt to a customer. 'in_transit': sent and not arrived. 'settlement': the bank's own
  -- money at the outside world.
  kind            text        not null check (kind in ('customer', 'in_transit', 'settlement')),
  currency        text        not null check (currency in ('USD', 'EUR', 'GBP')),
  -- Minor units, credits less debits: $12.34 owed to the customer is 1234.
  balance_minor   bigint      not null default 0,
  -- The balance may not fall below this; null where the bank's own accounts may go either way.
  floor_minor     bigint,
  -- The number of the last entry, 0 before the first.
  entry_seq       bigint      not null default 0 check (entry_seq >= 0),
  -- Raised by one with each batch that touches the row.
  version         bigint      not null default 0,
  last_booked_at  timestamptz,
  constraint balance_not_below_floor check (floor_minor is null or balance_minor >= floor_minor),
  constraint customers_have_a_floor  check (kind <> 'customer' or floor_minor is not null)
) with (fillfactor = 70);
comment on table ledger_accounts is 'One row of the books for each customer account, and two of the bank''s own for each currency.';

-- One settlement and one in-transit account for each currency.
create unique index ledger_accounts_of_the_bank on ledger_accounts (kind, currency) where kind <> 'customer';
insert into ledger_accounts (kind, currency)
select kind, currency
  from unnest(array['settlement', 'in_transit']) as kind, unnest(array['USD', 'EUR', 'GBP']) as currency;

create table transactions (
  -- Made by whoever starts the transaction and kept across retries: the same id is the same transaction.
  id                             uuid        primary key,
  source_ledger_account_id       bigint      not null,
  destination_ledger_account_id  bigint      not null,
  in_transit_ledger_account_id   bigint      not null,
  -- The customer accounts of the two sides; null on the bank's own side.
  debit_account_id               bigint,
  credit_account_id              bigint,
  currency                       text        not null check (currency in ('USD', 'EUR', 'GBP')),
  amount_minor                   bigint      not null check (amount_minor > 0),
  -- What the paying and the receiving side read in their lists; null on the bank's own side.
  debit_description              text,
  credit_description             text,
  -- Where the money is: 'failed' at the source, 'pending' in transit, 'success' at the destination.
  status                         text        not null check (status in ('pending', 'success', 'failed')),
  first_status                   text        not null check (first_status in ('pending', 'success', 'failed')),
  -- Whom a customer's transfer goes to, as the customer wrote it. Null on a funding.
  beneficiary_name               text,
  beneficiary_account_number     text,
  beneficiary_bank_name          text,
  beneficiary_bank_address       text,
  beneficiary_swift_code         text,
  beneficiary_routing_number     text,
  -- The user who sent or funded it.
  made_by                        uuid        not null,
  created_at                     timestamptz not null,
  check (source_ledger_account_id <> destination_ledger_account_id)
) with (fillfactor = 90);
comment on table transactions is 'What a customer reads in the history: an amount on its way from a source to a destination, with a status.';

-- The history of one customer, newest first, for each side.
create index transactions_debits  on transactions (debit_account_id, created_at, id)  where debit_account_id is not null;
create index transactions_credits on transactions (credit_account_id, created_at, id) where credit_account_id is not null;

create table writers (
  id          uuid        primary key,
  started_at  timestamptz not null default now()
);
comment on table writers is 'A process that writes the books. Each has a hash chain of its own, so that no writer waits for another.';

create table batches (
  writer_id  uuid        not null,
  -- 1, 2, 3 … for each writer, without gaps.
  batch_no   bigint      not null check (batch_no > 0),
  -- SHA-256 of the previous batch's hash and of everything this batch wrote.
  hash       bytea       not null check (octet_length(hash) = 32),
  primary key (writer_id, batch_no)
);
comment on table batches is 'One link of a writer''s hash chain for each batch of postings; also the feed of changes for live events.';

create table postings (
  -- The transaction's own id for its first posting, the id of the status change for a later one.
  id                        uuid        primary key,
  transaction_id            uuid        not null,
  -- The status this posting gave the transaction.
  status                    text        not null check (status in ('pending', 'success', 'failed')),
  debit_ledger_account_id   bigint      not null,
  credit_ledger_account_id  bigint      not null,
  amount_minor              bigint      not null check (amount_minor > 0),
  -- The user who sent, funded, or changed the status.
  made_by                   uuid        not null,
  booked_at                 timestamptz not null,
  writer_id                 uuid        not null,
  batch_no                  bigint      not null,
  -- The order within the batch: 1, 2, 3 …
  position                  integer     not null check (position > 0),
  check (debit_ledger_account_id <> credit_ledger_account_id)
);
comment on table postings is 'One balanced movement of money between two ledger accounts, written once.';

create table entries (
  ledger_account_id  bigint      not null,
  -- 1, 2, 3 … on each ledger account, without gaps: the statement's order, and proof that no two writers collided.
  seq                bigint      not null check (seq > 0),
  -- Minor units, + credit, - debit: $12.34 in is 1234.
  amount_minor       bigint      not null check (amount_minor <> 0),
  -- The ledger account's balance after this entry.
  balance_minor      bigint      not null,
  posting_id         uuid        not null,
  booked_at          timestamptz not null,
  primary key (ledger_account_id, seq)
);
comment on table entries is 'One side of a posting on one ledger account, with the balance after it.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% are written once: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation', hint = 'Correct a mistake with a new posting.';
end
$$;

create trigger postings_are_written_once before update or delete or truncate on postings
  for each statement execute function refuse_change();
create trigger entries_are_written_once before update or delete or truncate on entries
  for each statement execute function refuse_change();
create trigger batches_are_written_once before update or delete or truncate on batches
  for each statement execute function refuse_change();
create trigger writers_are_written_once before update or delete or truncate on writers
  for each statement execute function refuse_change();
create trigger transactions_are_never_deleted before delete or truncate on transactions
  for each statement execute function refuse_change();
-- Only a transaction's status may change: this fires when any other column is named in an update.
create trigger transactions_keep_their_facts before update of id, source_ledger_account_id,
  destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id, credit_account_id, currency,
  amount_minor, debit_description, credit_description, first_status, beneficiary_name, beneficiary_account_number,
  beneficiary_bank_name, beneficiary_bank_address, beneficiary_swift_code, beneficiary_routing_number, made_by,
  created_at on transactions
  for each statement execute function refuse_change();
create trigger ledger_accounts_are_never_deleted before delete or truncate on ledger_accounts
  for each statement execute function refuse_change();
