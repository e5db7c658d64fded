-- A client of the hosted backend funds an account by writing a higher balance. The bank funds the difference to the balance that
-- it told this session, because the customer may have spent in the meantime.

create table told_balances (
  session_id      uuid        not null references sessions (id) on delete cascade,
  user_id         uuid        not null references users (id),
  -- The last entry of the account when it was read: each entry has another balance.
  entry_seq       bigint      not null,
  balance_minor   bigint      not null,
  first_told_at   timestamptz not null,
  last_told_at    timestamptz not null,
  primary key (session_id, user_id, entry_seq)
);
comment on table told_balances is
  'The balances that elevated sessions of administrators were told in the last 10 minutes.';
create index told_balances_by_age on told_balances (last_told_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on told_balances to bank_app;
  end if;
end
$$;
