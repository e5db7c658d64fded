-- Holds: money on an account that its customer cannot move until staff lift the hold, or its day has come.

set local lock_timeout = '5s';
-- In the row that the books lock and read for each movement. Null is nothing: it takes no space in the rows of other customers.
alter table ledger_accounts add column held_minor bigint;
-- All present rows are null, so they are not read.
alter table ledger_accounts add constraint something_is_held check (held_minor > 0) not valid;
comment on column ledger_accounts.held_minor is
  'What the customer must leave on it: the sum of its holds that are not lifted; null for none. Staff may take it below.';

create table holds (
  -- Made by the dialog of the administrator: the same id is the same hold.
  id            uuid         primary key,
  account_id    bigint       not null references accounts (id),
  amount_minor  bigint       not null check (amount_minor > 0),
  reason        text         not null check (char_length(reason) between 3 and 500 and reason !~ '[[:cntrl:]]'),
  placed_by     uuid         not null references users (id),
  placed_at     timestamptz  not null,
  -- The account's last entry when it was placed, and when it was lifted: what the customer has moved in between has left it.
  placed_seq    bigint       not null check (placed_seq >= 0),
  lifted_seq    bigint       check (lifted_seq >= placed_seq),
  -- The day of the bank on which a job lifts it; null for one that only staff lift.
  lifts_on      date,
  lifted_at     timestamptz,
  -- Null where the job lifted it.
  lifted_by     uuid         references users (id),
  check ((lifted_at is null) = (lifted_seq is null) and (lifted_by is null or lifted_at is not null))
);
comment on table holds is 'What staff have held on accounts of customers, and when it was lifted. The reasons of liftings are in the audit log.';
create index holds_by_account on holds (account_id, placed_at);
create index holds_by_day on holds (lifts_on) where lifted_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on holds to bank_app;
  end if;
end
$$;
