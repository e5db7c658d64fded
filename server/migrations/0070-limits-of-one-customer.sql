-- Limits of one customer in place of the bank's, until a day. The customer's own go on holding beside them.
set local lock_timeout = '5s';

alter table guards
  -- In minor units until bank_until; null where the bank's own hold.
  add column bank_day_limit    bigint  check (bank_day_limit > 0),
  add column bank_month_limit  bigint  check (bank_month_limit > 0),
  add column bank_until        timestamptz,
  add check (bank_until is not null or (bank_day_limit is null and bank_month_limit is null));

create table customer_limits (
  -- Made by the caller, or that of the approval: the same id sets them once.
  id           uuid         primary key,
  user_id      uuid         not null references users (id),
  currency     text         not null check (currency in ('USD', 'EUR', 'GBP')),
  -- Minor units; null where the bank's own hold from then on.
  day_limit    bigint       check (day_limit > 0),
  month_limit  bigint       check (month_limit > 0),
  -- From here on the bank's hold again; null where both do at once.
  until        timestamptz,
  reason       text         not null check (char_length(reason) between 3 and 500 and reason !~ '[[:cntrl:]]'),
  set_by       uuid         not null references users (id),
  set_at       timestamptz  not null,
  check ((until is null) = (day_limit is null and month_limit is null)),
  check (set_by <> user_id)
);
comment on table customer_limits is 'The limits that staff set for one customer in place of the bank''s. Written once; the last row of a currency holds.';
create index customer_limits_of_a_user on customer_limits (user_id, set_at);
create trigger customer_limits_are_written_once before update or delete or truncate on customer_limits
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on customer_limits to bank_app;
  end if;
end
$$;
