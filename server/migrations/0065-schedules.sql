-- Schedules: payments that customers instructed with their PIN, made once or repeatedly on their days, and what became of each run.
create table schedules (
  -- Made by the form of the customer: the same id is the same schedule.
  id            uuid        primary key,
  user_id       uuid        not null references users (id),
  -- The account that is debited.
  account_id    bigint      not null references accounts (id),
  -- What the books will be told (ledger/src/transaction.ts, Movement), without an id. Amounts are minor units, as text.
  movement      jsonb       not null,
  -- Days of the bank. The first nominal day, from which the others follow (contract/src/schedules/rhythm.ts).
  first_day     date        not null,
  repeat        text        not null check (repeat in ('once', 'weekly', 'monthly', 'quarterly', 'yearly')),
  -- The weeks from one day to the next; 1 unless weekly.
  every         integer     not null check (every between 1 and 52 and (every = 1 or repeat = 'weekly')),
  -- The end; both null for a schedule without one.
  last_day      date        check (last_day >= first_day),
  times         integer     check (times between 1 and 999 and last_day is null),
  on_holiday    text        not null check (on_holiday in ('same_day', 'day_before', 'day_after')),
  state         text        not null check (state in ('active', 'paused', 'ended')),
  ended_because text        check (ended_because in ('finished', 'stopped', 'account_closed', 'payee_closed')),
  ended_at      timestamptz,
  -- The next run: its number, its nominal day, the day on which it is made, and the moment of its next try. Null after the end.
  next_number   integer     check (next_number >= 0),
  next_day      date,
  due_day       date,
  due_at        timestamptz,
  -- Counts the changes and the runs, so that a window that saw an earlier one changes nothing.
  version       integer     not null default 1,
  created_at    timestamptz not null,
  check ((state = 'ended') = (ended_because is not null) and (state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (next_day is null)),
  check (num_nulls(next_number, next_day, due_day, due_at) in (0, 4))
);
comment on table schedules is 'Payments that are made later, once or repeatedly.';
create index schedules_due on schedules (due_at, id) where state = 'active';
create index schedules_of_user on schedules (user_id);
-- For the end of what uses an account or a pot that is closed.
create index schedules_of_account on schedules (account_id, ended_at);

create table schedule_runs (
  schedule_id    uuid        not null references schedules (id),
  -- The nominal day, which gives the transaction its id: each day is booked once.
  day            date        not null,
  outcome        text        not null check (outcome in ('booked', 'waiting', 'failed', 'skipped')),
  -- Why the books refused it, in the words of that moment; null unless they did.
  reason         text        check ((reason is not null) = (outcome in ('waiting', 'failed'))),
  transaction_id uuid        check ((transaction_id is not null) = (outcome = 'booked')),
  happened_at    timestamptz not null,
  primary key (schedule_id, day)
);
comment on table schedule_runs is 'What became of each day of a schedule.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on schedules, schedule_runs to bank_app;
  end if;
end
$$;
