-- Stripes: several in-transit ledger accounts of a currency, so that processes of the bank do not wait for one row. The present
-- ones are stripe 0. A process makes the rows of another stripe when it first takes that stripe.
--
-- A process of the version before may take the row of any stripe, which is right and slower.
set local lock_timeout = '5s';

alter table ledger_accounts add column stripe smallint not null default 0;

drop index ledger_accounts_of_the_bank;
create unique index ledger_accounts_of_the_bank on ledger_accounts (kind, currency, stripe)
 where kind in ('in_transit', 'settlement');

comment on column ledger_accounts.stripe is 'Of an in-transit account: which of its currency it is; 0 for every other ledger account.';
