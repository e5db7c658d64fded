-- Guards: limits that a customer sets for their own transfers, or the bank for everyone's, for each currency. A row exists only for
-- customers who have a guard; what was sent is counted in it from then on, by the books, under the lock of the customer's row in
-- pins: two accounts of one customer share no other lock.
create table guards (
  user_id             uuid        not null references users (id),
  currency            text        not null check (currency in ('USD', 'EUR', 'GBP')),
  -- The customer's limits in minor units, for one payment, a day and a month; null without one.
  payment_limit       bigint      check (payment_limit > 0),
  day_limit           bigint      check (day_limit > 0),
  month_limit         bigint      check (month_limit > 0),
  -- The limits that take their place at next_from: a higher limit waits for a day, in which the customer can still stop it.
  next_payment_limit  bigint      check (next_payment_limit > 0),
  next_day_limit      bigint      check (next_day_limit > 0),
  next_month_limit    bigint      check (next_month_limit > 0),
  next_from           timestamptz,
  -- The bank's day and month in which was sent last, and the sums sent in them.
  day                 date        not null,
  day_sent            bigint      not null check (day_sent >= 0),
  month               text        not null check (month ~ '^\d{4}-\d{2}$'),
  month_sent          bigint      not null check (month_sent >= 0),
  primary key (user_id, currency)
);
comment on table guards is 'Limits of what a customer can send, and how much of them is used.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on guards to bank_app;
  end if;
end
$$;
