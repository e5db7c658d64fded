-- What the administrators' page Money position shows: where the money was at each check of the books, and the run of a check.

create table proved_positions (
  check_id          bigint  not null references books_checks (id),
  currency          text    not null check (currency in ('USD', 'EUR', 'GBP')),
  -- Sums of balances in minor units, credits less debits: what the bank owes customers on their accounts and in their pots, what is
  -- on its way, and the bank's own money at other banks, which is negative.
  accounts_minor    bigint  not null,
  pots_minor        bigint  not null,
  in_transit_minor  bigint  not null,
  settlement_minor  bigint  not null,
  primary key (check_id, currency)
);
comment on table proved_positions is
  'Where the money of each currency was when a check of the books had read every ledger account. Earlier checks have no rows.';
create trigger proved_positions_are_written_once before update or delete or truncate on proved_positions
  for each statement execute function refuse_change();

create table books_check_run (
  only_row        boolean      primary key default true check (only_row),
  id              uuid         not null,
  requested_at    timestamptz  not null,
  -- The administrator who asked for it; null for the daily check.
  requested_by    uuid         references users (id),
  -- The time of the database at which the process that checks last said so; null before one has begun.
  heartbeat_at    timestamptz,
  -- The rows that are being checked, such as 'entries'; null before the first.
  step            text,
  rows_checked    bigint       not null default 0,
  -- About how many rows there are; 0 when that is not known.
  rows_estimated  bigint       not null default 0,
  ended_at        timestamptz,
  -- Why it ended without a result; null for one with a result.
  failure         text,
  check (failure is null or ended_at is not null)
);
comment on table books_check_run is
  'The last run of a check of the books in the program: asked for, under way or ended. One row, so that there is one run at a time.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on proved_positions to bank_app;
    grant select, insert, update on books_check_run to bank_app;
  end if;
end
$$;
