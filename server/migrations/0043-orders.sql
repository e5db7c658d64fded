-- Orders: movements of money that customers instructed with their PIN, and that are carried out later.
create table orders (
  -- Also the id of its transaction, so that the books carry it out once.
  id           uuid        primary key,
  user_id      uuid        not null references users (id),
  -- What the books will be told (ledger/src/transaction.ts, Movement), without the PIN. Amounts are minor units, as text.
  movement     jsonb       not null,
  due_at       timestamptz not null,
  -- The administrator who approved it; null for one that needed no approval.
  approved_by  uuid        references users (id),
  -- When it was carried out or refused; null until then.
  done_at      timestamptz,
  -- Why the books refused it; null for one that was carried out.
  refusal      text,
  check (refusal is null or done_at is not null)
);
comment on table orders is 'Movements of money that are carried out on their day, once.';
create index orders_due on orders (due_at) where done_at is null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on orders to bank_app;
    -- The order itself never changes.
    grant update (done_at, refusal) on orders to bank_app;
  end if;
end
$$;
