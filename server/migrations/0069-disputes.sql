-- Disputed payments: what customers dispute, what the bank credits for it meanwhile, and how it ends.
--
-- A process of the version before does not know the new ledger accounts. Stop it before staff credit a disputed payment.
set local lock_timeout = '5s';

-- What the bank credits for disputed payments and does not take back: one ledger account for each currency.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('customer', 'pot', 'in_transit', 'settlement', 'disputes')) not valid;
alter table ledger_accounts validate constraint ledger_accounts_kind_check;
drop index ledger_accounts_of_the_bank;
create unique index ledger_accounts_of_the_bank on ledger_accounts (kind, currency, stripe)
 where kind in ('in_transit', 'settlement', 'disputes');
insert into ledger_accounts (kind, currency) select 'disputes', unnest(array['USD', 'EUR', 'GBP']);

-- A credit is taken back as a funding is, by a kind of its own. No other transaction has an entry in the index.
drop index transactions_taking_back;
create index transactions_taking_back on transactions (credit_detail) where kind in ('taking_back', 'credit_taking_back');

-- Earlier checks of the books had no such accounts.
alter table proved_positions add column disputes_minor bigint not null default 0;
comment on column proved_positions.disputes_minor is 'What the bank has credited for disputed payments and not taken back: negative.';

create table disputes (
  -- The same id as its case, in which the customer and the bank write about it.
  id              uuid         primary key references cases (id),
  transaction_id  uuid         not null,
  -- The account that paid, and its owner.
  account_id      bigint       not null references accounts (id),
  user_id         uuid         not null references users (id),
  -- What is wrong, such as not_received (contract/src/disputes/causes.ts).
  cause           text         not null,
  -- Minor units in the account's currency, at most those of the payment.
  amount_minor    bigint       not null check (amount_minor > 0),
  -- The customer, or a member of staff for the customer.
  opened_by       uuid         not null references users (id),
  opened_at       timestamptz  not null,
  -- Until when the bank decides it.
  due_at          timestamptz  not null,
  -- The transaction of the provisional credit; null without one. The books write it, in the commit of the credit.
  credit_id       uuid,
  -- For whom it ended; null while it is open. For the bank with a credit, the books write it, in the commit of the taking back.
  outcome         text         check (outcome in ('customer', 'bank')),
  -- For the customer.
  end_reason      text         check (char_length(end_reason) between 3 and 500 and end_reason !~ '[[:cntrl:]]'),
  ended_by        uuid         references users (id),
  ended_at        timestamptz,
  check ((outcome is null) = (ended_at is null) and (outcome is null) = (ended_by is null)
         and (outcome is null) = (end_reason is null)),
  -- A customer who is right keeps the credit.
  check (outcome <> 'customer' or credit_id is not null),
  -- Staff do not decide their own disputes.
  check (ended_by <> user_id)
);
comment on table disputes is 'Payments that customers dispute. Each is written once, and so are its credit and its end.';
-- A payment has one open dispute.
create unique index disputes_open on disputes (transaction_id) where ended_at is null;
-- Partial, because an update of what a foreign key could name waits for those who hold the row for key share.
create unique index disputes_by_credit on disputes (credit_id) where credit_id is not null;
create index disputes_of_a_payment on disputes (transaction_id, opened_at);
-- Those of which something may be owed.
create index disputes_lost on disputes (ended_at, id) where outcome = 'bank' and credit_id is not null;

create function keep_dispute() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or old.credit_id <> new.credit_id or old.credit_id is not null and new.credit_id is null
     or (old.id, old.transaction_id, old.account_id, old.user_id, old.cause, old.amount_minor, old.opened_by, old.opened_at, old.due_at)
        is distinct from
        (new.id, new.transaction_id, new.account_id, new.user_id, new.cause, new.amount_minor, new.opened_by, new.opened_at, new.due_at)
  then
    raise exception 'A dispute is written once, and so are its credit and its end' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger disputes_end_once before update on disputes for each row execute function keep_dispute();
create trigger disputes_are_never_deleted before delete or truncate on disputes
  for each statement execute function refuse_change();

-- The approvals of the credit of a dispute.
create index approvals_of_a_dispute on approvals ((payload ->> 'disputeId')) where act = 'provisional_credit';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on disputes to bank_app;
    grant update (credit_id, outcome, end_reason, ended_by, ended_at) on disputes to bank_app;
  end if;
end
$$;
