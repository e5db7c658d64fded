-- Pots: money that a customer puts aside from an account. A pot is a ledger account without a number, so that its money is in the
-- books like any other, and is never part of the account's balance.
--
-- A process of the version before does not know that a ledger account is closed. Stop it before customers close pots.
set local lock_timeout = '5s';

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('customer', 'pot', 'in_transit', 'settlement')) not valid;
alter table ledger_accounts add constraint pots_have_a_floor check (kind <> 'pot' or floor_minor is not null) not valid;
alter table ledger_accounts validate constraint ledger_accounts_kind_check;
alter table ledger_accounts validate constraint pots_have_a_floor;

-- No money is booked on a closed ledger account, not even by a status change. It is closed under its lock.
alter table ledger_accounts add column closed_at timestamptz;

drop index ledger_accounts_of_the_bank;
create unique index ledger_accounts_of_the_bank on ledger_accounts (kind, currency)
 where kind in ('in_transit', 'settlement');

create table pots (
  -- The same number as the pot's row in the books.
  id             bigint      primary key references ledger_accounts (id),
  -- Made by the customer's browser and kept across retries: the same id opens one pot. The pot's name in addresses.
  opening_id     uuid        not null unique,
  -- The account whose money it is, and which it goes back to.
  account_id     bigint      not null references accounts (id),
  name           text        not null check (char_length(name) between 1 and 40),
  -- Minor units; null without a goal.
  goal_minor     bigint      check (goal_minor > 0),
  target_day     date,
  -- Until the beginning of this day of the bank no money is taken out; null without a lock.
  locked_until   date,
  opened_at      timestamptz not null,
  -- Round-up: the last entry of the account that has been rounded up, or was there when it was switched on; null while it is off.
  rounded_seq    bigint      check (rounded_seq >= 0)
);
comment on table pots is 'Money that a customer puts aside, in a ledger account of its own.';
create index pots_of_an_account on pots (account_id, id);
-- A transfer is rounded up into one pot.
create unique index pots_with_round_up on pots (account_id) where rounded_seq is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on pots to bank_app;
    grant update (name, goal_minor, target_day, locked_until, rounded_seq) on pots to bank_app;
  end if;
end
$$;
