-- A payee is checked before a transfer, and a transfer to a number that the bank does not have is refused. Both are counted, so that
-- nobody learns by trying which accounts exist.

alter table pins
  -- Transfers to numbers that this bank does not have, since the first one of 24 hours. Counted by the books under this row's lock.
  add column missed_count  integer      not null default 0 check (missed_count >= 0),
  add column missed_since  timestamptz;

create table payee_checks (
  user_id  uuid         primary key references users (id),
  -- How often the customer has asked whom an account belongs to, since the first time of an hour.
  count    integer      not null check (count > 0),
  since    timestamptz  not null
);
comment on table payee_checks is 'How often each customer has checked a payee in an hour. What was asked and answered is not kept.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update on payee_checks to bank_app;
  end if;
end
$$;
